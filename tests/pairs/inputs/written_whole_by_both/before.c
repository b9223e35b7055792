int last;
int f(int x) {
  last = x + x;
  return x;
}
