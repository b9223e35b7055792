static int part(int v) { return v / 4; }
int f(int a) { return a > 5 ? part(a) : 0; }
