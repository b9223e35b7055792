int f(int x) {
  (void)x;
  return 1;
}
