int f(int a, long b, char* s) { return 8 + a; }
