int least(int a, int b) {
  int m;
  m = b;
  if (b < a) m = b;
  return m;
}
