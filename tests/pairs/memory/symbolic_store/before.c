int f(unsigned i, int v) {
  int t[4] = {0, 0, 0, 0};
  t[i & 3] = v;
  return t[0] + t[1] + t[2] + t[3];
}
