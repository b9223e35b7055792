int f(int i, int j) {
  int x = i;
  int out;
  if (j > 0) out = 0; else out = x;
  return out;
}
