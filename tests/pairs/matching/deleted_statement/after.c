int f(int a, int b) {
  int x = a * 3;
  return x + 1;
}
