void take(int *s);
int g(int a) { int x[3] = {1, a + 1, 3}; take(x); return 0; }
