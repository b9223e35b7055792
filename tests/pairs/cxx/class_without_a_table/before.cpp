struct Shape { virtual ~Shape() = default; virtual int area() const = 0; int n; };
int call(const Shape& s) { return s.area(); }
void touch(Shape& s) { s.n += 1; }
int get(const Shape* s) { return s ? s->n : 0; }
