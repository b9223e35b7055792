int f(int i, int j) {
  int x = i + 1;
  int out = 0;
  if (j > 0)
    out = 0;
  else
    out = x;
  return out;
}
