static const int table[4] = {1, 2, 5, 4};
int f(unsigned i) { return table[i & 3]; }
