typedef int v8 __attribute__((vector_size(32)));
int f(v8 a) { return -(a[0] > 0) - (a[7] > 0); }
