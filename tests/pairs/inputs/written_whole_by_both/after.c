int last;
int f(int x) {
  last = 2 * x;
  return x;
}
