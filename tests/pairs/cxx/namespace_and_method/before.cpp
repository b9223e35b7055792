namespace geo {
struct Box { int w, h; int area() const { return w * h; } };
int area(int w, int h) { Box b{w, h}; return b.area(); }
}
