struct small { short a; unsigned char b; };
struct two { long a; double b; };
struct large { int a[8]; };
int f(struct small s, struct two t, struct large l, int k) { return s.a + s.b + (int)t.a + (t.b > 1.5) + l.a[3] + l.a[7] * k; }
