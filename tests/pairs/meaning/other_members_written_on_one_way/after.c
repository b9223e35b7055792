// A member that only one version has is written in code that did not change, on some inputs: these differ, and no others.
struct pair {
  int a;
  long fresh;
  int b;
};
static void touch(long *to, int x) {
  if (x > 5) *to = x;
}

void keep(struct pair *pair, int x) {
  pair->a = 1 + x;
  if (pair->b == 3) touch(&pair->fresh, x);
}
