int next(int i) { return 1 | (i & 0); }
