struct A { int v; };
bool operator==(A a, A b) { return a.v == b.v; }
int f(int a) { A x{a}, y{3}; return x == y; }
