struct pair { int x; double y; };
struct pair f(int a) { struct pair p = {a, a == 3 ? 2.5 : 1.5}; return p; }
