static unsigned step(unsigned sum, unsigned i, unsigned k) { return sum + k * i; }

unsigned f(unsigned n, unsigned k) {
  unsigned sum = 0;
  unsigned i = 0;
  while (1) {
    if (i >= n) break;
    sum = step(sum, i, k);
    ++i;
  }
  return sum;
}
