int f(unsigned a, unsigned b, int c, int d) {
  int y = (int)b;
  if (a & 1) y += 5;
  if (a & 2) y ^= c;
  int r = d;
  int v;
  if (d > 3) v = y;
  if ((v & 7) == 0) r += 3;
  return r;
}
