void tell(void *p, int n);
int call(int *p, int n) { tell(p, n); return n; }
