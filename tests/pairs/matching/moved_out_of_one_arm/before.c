int f(int a, int b) {
  int x = 0;
  if (a > 0) {
    b++;
    x = 1;
  }
  return x * 10 + b;
}
