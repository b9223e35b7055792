struct thing { int a; };
union value { struct thing *p; long n; };
struct box { int kind; union value u; };
int look(struct box *b) { return b->u.p ? b->u.p->a : 0; }
