int f(int a, int b) {
  int x = 0;
  b++;
  if (a > 0) {
    x = 1;
  }
  return x * 10 + b;
}
