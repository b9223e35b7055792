struct thing { int a; };
union value { struct thing *p; long n; };
void put(union value *v, struct thing *t) { v->p = t; }
