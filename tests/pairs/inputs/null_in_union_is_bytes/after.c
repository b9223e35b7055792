struct thing { int a; };
union value { struct thing *p; long n; };
void put(union value *v, struct thing *t) { if (t) v->p = t; else v->n = 0; }
