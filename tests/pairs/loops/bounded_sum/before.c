int f(unsigned n) {
  int s = 0;
  if (n > 8) n = 8;
  for (unsigned i = 0; i < n; i++) s += i;
  return s;
}
