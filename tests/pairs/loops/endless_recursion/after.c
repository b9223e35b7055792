static int descend(int n) { return n == 6 ? 1 : 1; }
int settle(int n) {
  descend(n);
  return 1;
}
