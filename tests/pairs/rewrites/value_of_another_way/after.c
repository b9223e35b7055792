// Each value is one that the other version returns on another way; on this way they differ.
signed char f(signed char x, signed char y) {
  if (y > 5) return x - 1;
  if (x < y) return -x;
  return x - 1;
}
