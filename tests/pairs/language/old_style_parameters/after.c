int g(int a, char b) { return a + b; }
int f(int x, short y) { return x + (char)y + y + (char)x; }
