int f(char *p) { return p[0] + 1; }
