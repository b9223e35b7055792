// The pointer is to the base class, the object is not.
struct Shape {
  int sides = 0;
  virtual int area() { return 0; }
};
struct Square : Shape {
  int edge = 1;
  int area() override { return edge * edge; }
};

Shape *make(int edge) {
  Square *square = new Square;
  square->edge = edge - 1;
  return square;
}
