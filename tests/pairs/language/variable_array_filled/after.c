int f(unsigned n, int x) {
  n = n % 6 + 1;
  int s = 0;
  for (unsigned i = 0; i < n; i++) s += x * i;
  return s + 4 * n;
}
