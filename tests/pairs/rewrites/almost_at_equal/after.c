int f(unsigned a, unsigned b, int c, int d) {
  int y = (int)b;
  if (a & 1) y += 5;
  if (a & 2) y ^= c;
  int r = d;
  if (y > c) r += 3; else r ^= y;
  return r;
}
