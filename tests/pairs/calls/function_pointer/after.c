static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
int f(int op, int a, int b) { return op & 1 ? sub(a, b) : add(a, b); }
