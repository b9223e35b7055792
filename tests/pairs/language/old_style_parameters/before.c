int g(a, b)
int a;
char b;
{ return a + b; }
int f(x, y)
int x;
short y;
{ return g(x, y) + g(y, x); }
