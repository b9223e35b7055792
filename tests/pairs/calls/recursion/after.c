int f(int n) {
  int a = 0, b = 1;
  for (int i = 0; i < (n & 7); i++) { int t = a + b; a = b; b = t; }
  return a;
}
