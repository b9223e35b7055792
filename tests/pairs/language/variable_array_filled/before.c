int f(unsigned n, int x) {
  n = n % 6 + 1;
  int a[n];
  for (unsigned i = 0; i < n; i++) a[i] = x * i;
  int s = 0;
  for (unsigned i = 0; i < n; i++) s += a[i];
  return s + sizeof a;
}
