struct text { int n; short part[]; };
void set(struct text *t) { t->part[2] = (short)t->n; }
