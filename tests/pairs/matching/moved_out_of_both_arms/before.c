int f(int a, int b) {
  int x = 0;
  if (a > 0) {
    x = 1;
    b++;
  } else {
    b++;
  }
  return x * 10 + b;
}
