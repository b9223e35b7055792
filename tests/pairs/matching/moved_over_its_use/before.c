int total;
static void add(int v) { total += v; }
int f(int a, int b) {
  add(a);
  int seen = total;
  if (b > 3) add(b);
  return seen;
}
