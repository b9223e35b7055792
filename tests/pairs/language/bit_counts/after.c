int f(unsigned x, unsigned long y) {
  int r = __builtin_popcountl(y) + (__builtin_popcount(x) & 1) + __builtin_clrsb(x);
  if (x) {
    r += __builtin_clz(x);
    r += 2 * __builtin_ctz(x) + 1;
  }
  return r;
}
