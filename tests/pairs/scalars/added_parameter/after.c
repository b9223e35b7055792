int f(int a, int scale) { return scale ? a : a; }
