int f(int i, int j) {
  int a = 0, b = 0, out = 0;
  if (i > 0) a = 1;
  for (int c = 0; c < j; c++) b += c;
  if (j > 0)
    if (a > 0) out = i * 4;
  return out;
}
