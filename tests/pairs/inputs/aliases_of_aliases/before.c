int f(int *x, int *y, int *z) {
  *z = 4;
  *x = 3;
  return *z;
}
