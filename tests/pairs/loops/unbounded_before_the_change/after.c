unsigned f(unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s += 2;
  return s << 1;
}
