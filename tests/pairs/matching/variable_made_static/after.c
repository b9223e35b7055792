int f(int x) {
  static int k = 0;
  k += x;
  return k;
}
