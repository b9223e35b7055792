int f(int n, short x) {
  if (n < 1 || n >= 4) return -1;
  return x + n;
}
