struct Shape { virtual int sides() const { return 0; } };
struct Square : Shape { int sides() const override { return 4; } };
struct Triangle : Shape { int sides() const override { return 3; } };
int f(bool square) { Square s; Triangle t; const Shape& shape = square ? static_cast<const Shape&>(s) : t; return shape.sides(); }
