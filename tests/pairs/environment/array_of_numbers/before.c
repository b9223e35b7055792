void take(int *s);
int g(int a) { int x[3] = {1, a, 3}; take(x); return 0; }
