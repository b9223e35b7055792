int f(unsigned i, int v) { (void)i; return v; }
