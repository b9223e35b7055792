struct item { int n; const char *name; };
void put(const struct item *i);
int g(int a) { struct item x = {a, "one"}; put(&x); return 0; }
