int f(int a, int b) { return b == 0 ? 0 : a / b; }
