int least(int a, int b) {
  int m;
  m = a;
  if (b < a) m = b;
  return m;
}
