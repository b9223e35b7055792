int f(int x) { int r = 0; if (x > 0) r = 1; return r; }
