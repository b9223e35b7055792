int least(int a, int b) { return a < b ? a : b; }
int f(int a) { return a + 1; }
