static int descend(int n) { return n == 6 ? descend(n) : 1; }
int settle(int n) {
  descend(n);
  return 1;
}
