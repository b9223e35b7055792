// No budget is enough to explore this loop; the optimiser makes the same code of both.
unsigned f(unsigned n, unsigned k) {
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++) sum += i * k;
  return sum;
}
