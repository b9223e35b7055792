static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }
int apply(int (*step)(int), int x) { return step ? step(x) : x; }
int use(int x) { return apply(up, x) * apply(down, x); }
