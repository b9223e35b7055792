int total(int x) {
  static int sum;
  sum += x;
  return x;
}
