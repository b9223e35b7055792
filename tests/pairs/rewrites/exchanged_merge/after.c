int f(unsigned a, unsigned b, int c, int d) {
  int y = (int)b;
  if (a & 1) y += 5;
  if (a & 2) y ^= c;
  int r;
  if (d > 3) r = y << 1; else r = y << 2;
  return r;
}
