struct text { int n; short part[]; };
void set(struct text *t) { t->part[3] = (short)t->n; }
