int f(unsigned a, unsigned b, int c, int d) {
  int y = (int)b;
  if (a & 1) y += 5;
  if (a & 2) y ^= c;
  int r = d;
  for (int k = 0; k < 3; k++) {
    if ((y & 3) == 0) r += k + 1;
    y = y * 3 + 1 + (c == 77);
  }
  return r;
}
