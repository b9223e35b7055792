struct Shape { int size; virtual int corners() { return 0; } };
struct Square : Shape { int corners() override { return 5; } };
int make() { Square s; Shape &r = s; return r.corners(); }
int count(Shape &s) { return s.corners(); }
