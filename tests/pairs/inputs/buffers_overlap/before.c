void move(unsigned char *to, const unsigned char *from, unsigned n) {
  if (!to || !from) return;
  for (unsigned i = 0; i < n; i++) to[i] = from[i];
}
