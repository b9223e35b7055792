int g(int a) { return a ^ 5; }
static int two(int v);
static int one(int v) { return v + 1; }
int f(int a) { return two(a) - one(a); }
static int two(int v) { return one(v) * 2; }
