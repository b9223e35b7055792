int f(int b, int a) { return a - b; }
