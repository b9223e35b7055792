// After reads one element too many; a sanitizer sees it.
int last(int n) {
  static const int squares[5] = {0, 1, 4, 9, 16};
  if (n < 0 || n > 4) return -1;
  return squares[n];
}
