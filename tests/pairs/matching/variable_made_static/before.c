int f(int x) {
  int k = 0;
  k += x;
  return k;
}
