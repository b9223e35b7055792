static int doubled(int v) { return v * 2; }
static int apply(int (*operation)(int), int v) { return operation(v) + 1; }
int f(int a) { return apply(doubled, a); }
