struct A { int v; };
namespace n { bool operator==(A a, A b) { return b.v == a.v; } }
int f(int a) { A x{a}, y{3}; return n::operator==(x, y); }
