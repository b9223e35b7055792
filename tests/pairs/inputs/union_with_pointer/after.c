struct thing { int a; };
union value { struct thing *p; long n; };
struct box { int kind; int count; union value u; };
void touch(struct box *b) { if (!b->u.p) b->u.n = 0; b->count++; }
