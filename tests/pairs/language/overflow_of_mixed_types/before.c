int f(int a, unsigned b, short* r) { return __builtin_add_overflow(a, b, r); }
