int k;
int f(int x) {
  k += x;
  return k;
}
