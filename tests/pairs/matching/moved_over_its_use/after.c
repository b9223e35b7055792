int total;
static void add(int v) { total += v; }
int f(int a, int b) {
  add(a);
  if (b > 3) add(b);
  int seen = total;
  return seen;
}
