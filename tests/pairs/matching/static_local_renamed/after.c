int total(int x) {
  static int all;
  all = x + all;
  return all;
}
