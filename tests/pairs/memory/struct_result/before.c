struct pair { int x; double y; };
struct pair f(int a) { struct pair p = {a, 1.5}; return p; }
