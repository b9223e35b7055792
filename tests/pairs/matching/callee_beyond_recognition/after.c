static int part(unsigned char v, int *where) {
  int r = 0;
  for (int k = 0; k < 4; k++) r += v >> k & 1;
  *where = r;
  return r;
}
int f(int a) {
  int w = 0;
  return a > 5 ? part((unsigned char)a, &w) + w : 0;
}
