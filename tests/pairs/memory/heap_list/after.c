int f(int a, int b) { return b + a; }
