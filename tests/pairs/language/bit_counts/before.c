int f(unsigned x, unsigned long y) {
  return (x ? __builtin_clz(x) + __builtin_ctz(x) : 0) + __builtin_popcountl(y) + __builtin_parity(x) + __builtin_ffs(x) +
         __builtin_clrsb(x);
}
