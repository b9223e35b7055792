void tell(void *p, int n);
int call(int *p, int n) { if (!p) tell((void *)0, n); else tell(p, n); return n; }
