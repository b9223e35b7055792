int least(int a, int b) {
  int m;
  m = a;
  if (b < m) m = b;
  return m;
}
