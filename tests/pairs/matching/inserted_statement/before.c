int f(int a, int b) {
  int x = a * b;
  return x + 1;
}
