// A constructor puts the table of virtual functions in its place and calls none of them: no input comes to the change, with or without bounds.
struct Shape {
  int sides = 0;
  virtual int area() const { return 0; }
};
struct Square : Shape {
  int edge = 1;
  int area() const override { return edge * edge; }
};

Shape *make(int edge) {
  Square *square = new Square;
  square->edge = edge;
  return square;
}

int areaOf(int edge) {
  Shape *shape = make(edge % 16);
  return shape->area();
}
