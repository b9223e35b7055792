// What is made is an object of the class in both versions; what its virtual functions do is compared where they stand.
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
