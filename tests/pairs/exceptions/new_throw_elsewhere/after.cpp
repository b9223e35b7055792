static int parse(int x) { if (x == 1000) throw x;
  return x * 3; }
static int scale(int x) { return parse(x) + 1; }
int f(int x) { return scale(x) + scale(x + 1); }
