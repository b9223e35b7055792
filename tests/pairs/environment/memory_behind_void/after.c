void consume(void *p);
struct opaque; void *h(struct opaque *o);
int f(int a) { int x = a + 1; consume(&x); return 0; }
