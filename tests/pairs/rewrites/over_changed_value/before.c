int f(unsigned a, unsigned b, int c, int d) {
  int y = (int)b;
  if (a & 1) y += 5;
  if (a & 2) y ^= c;
  int r = d;
  int v = y + d;
  if (v % 8 == 0) r += 3; else r += 1;
  return r;
}
