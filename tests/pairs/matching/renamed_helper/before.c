static int scaled(int v) { return v * 3 + 1; }
int f(int a) { return scaled(a) - scaled(1); }
