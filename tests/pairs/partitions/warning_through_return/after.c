int f(int i, int j) {
  int x = i + 1;
  if (j > 0) return 0;
  return x;
}
