int total(int x) {
  static int all;
  all += x + 1;
  return x;
}
