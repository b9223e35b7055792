int f(int a, int b) {
  int x = a * 3;
  x ^= b;
  return x + 1;
}
