int f(int a, int b) {
  int x = a * b;
  if (b == 7) x = 0;
  return x + 1;
}
