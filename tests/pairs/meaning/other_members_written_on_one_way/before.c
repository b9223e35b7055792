// A member that only one version has is written in code that did not change, on some inputs: these differ, and no others.
struct pair {
  int a;
  int old;
  int b;
};
static void touch(int *to, int x) {
  if (x > 5) *to = x;
}

void keep(struct pair *pair, int x) {
  pair->a = x + 1;
  if (pair->b == 3) touch(&pair->old, x);
}
