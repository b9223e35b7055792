int f(unsigned a, int y, int c, int d) {
  if (a & 1) y += 5;
  if (a & 2) y ^= c;
  int r = 0;
  if (!(y < c)) r = 1;
  return r;
}
