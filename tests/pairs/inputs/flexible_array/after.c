struct text { unsigned char n; char bytes[]; };
int first(struct text *t) { return t->n == 2 ? t->bytes[1] ^ 4 : 0; }
