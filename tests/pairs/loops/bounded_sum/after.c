int f(unsigned n) {
  if (n > 8) n = 8;
  return n == 0 ? 0 : (int)(n * (n - 1) / 2);
}
