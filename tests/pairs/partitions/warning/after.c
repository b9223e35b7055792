int f(int i, int j) {
  int x = i + 1;
  int out;
  if (j > 0) out = 0; else out = x;
  return out;
}
