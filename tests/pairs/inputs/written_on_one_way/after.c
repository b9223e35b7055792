int last;
int f(int x) {
  last = x > 3 ? 0 : last;
  return x;
}
