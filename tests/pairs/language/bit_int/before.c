int f(_BitInt(17) a, unsigned _BitInt(17) b) {
  a += 1;
  b *= 2;
  return (a > 0) + 2 * (b > 3) + (int)(a & 7);
}
