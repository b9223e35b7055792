struct item { struct item *next; int v; };
int f(struct item *p) { return p->next == p; }
