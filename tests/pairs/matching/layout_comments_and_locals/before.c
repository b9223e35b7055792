int helper(int v) { return v / 2; }
int f(int a, int b) {
  int t = a + b;
  if (t > 3) { t = helper(t); }
  return t;
}
