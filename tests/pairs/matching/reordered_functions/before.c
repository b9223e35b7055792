static int one(int v) { return v + 1; }
static int two(int v) { return one(v) * 2; }
int f(int a) { return two(a) - one(a); }
int g(int a) { return a ^ 5; }
