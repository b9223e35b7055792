static int table[3] = {1, 2, 5};
static int at(const int *t, unsigned k) { return t[k % 3]; }
int f(unsigned k) { return at(table, k); }
