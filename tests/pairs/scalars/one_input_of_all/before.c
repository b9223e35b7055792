int f(int x) { return x == 1234567 ? 1 : 0; }
