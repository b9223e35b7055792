int f(_BitInt(17) a, unsigned _BitInt(17) b) {
  a -= -1;
  b = b + b;
  return (0 <= a) + 2 * (b > 3) + (int)(a & 7);
}
