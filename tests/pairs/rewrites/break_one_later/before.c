int f(unsigned a, unsigned b, int c, int d) {
  int y = (int)b;
  if (a & 1) y += 5;
  if (a & 2) y ^= c;
  int r = d;
  for (int k = 0; k < 4; k++) {
    if (y + k > 6) break;
    r += k;
  }
  return r;
}
