int f(const signed char *v) { return 0; }
