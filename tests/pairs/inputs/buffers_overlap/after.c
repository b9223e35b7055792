void move(unsigned char *to, const unsigned char *from, unsigned n) {
  if (!to || !from) return;
  for (unsigned i = n; i-- > 0;) to[i] = from[i];
}
