int f(int a, int b) { return a > b ? a * 3 + 1 : b * 3 + 1; }
