int f(int i) {
  int t[4] = {1, 2, 3, 4};
  if (i < 0 || i > 4) return 0;
  return t[i];
}
