int least(int a, int b) {
  int m;
  m = a;
  if (b < (a < 0 ? -a : a)) m = b;
  return m;
}
