int f(unsigned i) {
  static const int t[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  return t[i % 8];
}
