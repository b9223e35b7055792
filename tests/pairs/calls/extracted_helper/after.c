static int scaled(int v) { return v * 3 + 1; }
int f(int a, int b) { return scaled(a > b ? a : b); }
