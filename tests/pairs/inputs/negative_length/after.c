int sum(const int *v, int n) {
  if (n < 0) return -2;
  int s = 0;
  for (int i = 0; i < n; i++) s += v[i];
  return s;
}
