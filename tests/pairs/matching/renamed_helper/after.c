int f(int a);
static int scaled_up(int value) { return value * 3 + 1; }
int f(int a) { return scaled_up(a) - scaled_up(1); }
