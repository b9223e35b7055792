int f(unsigned a, int y, int c, int d) {
  if (a & 1) y += 5;
  if (a & 2) y ^= c;
  return (y + c) * (y + c) + d;
}
