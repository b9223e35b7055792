static int k;
int f(int x) {
  k = x + k;
  return k;
}
