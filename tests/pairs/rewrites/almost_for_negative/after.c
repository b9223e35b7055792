int f(unsigned a, unsigned b, int c, int d) {
  int y = (int)b;
  if (a & 1) y += 5;
  if (a & 2) y ^= c;
  int r = d;
  if ((y & 7) == 1) r += 3; else r += 1;
  return r;
}
