// The same, and only one value of x tells the two apart.
short f(short x, short y) {
  if (y > 5) return x + 1;
  if (x < y) return x + 1;
  return x + 1 + (x * 7 == 12345 * 7);
}
