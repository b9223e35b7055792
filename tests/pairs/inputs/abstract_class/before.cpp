struct Node { virtual int value() = 0; };
struct Leaf : Node { int v; int value() override { return v; } };
int make(int x) { Leaf l; l.v = x; Node *n = &l; return n->value(); }
int get(Node *n) { return n ? n->value() : -1; }
