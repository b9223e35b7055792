struct a { int x; struct b *b; };
struct b { struct c *c; };
struct c { struct d *d; };
struct d { struct e *e; int y; };
struct e { int z; };
int deep(struct a *a) { return a->b->c->d->e->z + 1; }
