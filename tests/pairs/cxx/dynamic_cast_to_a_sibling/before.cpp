class Shape {
 public:
  virtual ~Shape() = default;
};
class Named {
 public:
  virtual ~Named() = default;
  int name = 7;
};
class Box : public Shape, public Named {
 public:
  int side = 3;
};
class Dot : public Shape {};

int look(bool isBox) {
  Box box;
  Dot dot;
  Shape* shape = isBox ? static_cast<Shape*>(&box) : &dot;
  const Named* named = dynamic_cast<Named*>(shape);
  const Box* found = dynamic_cast<Box*>(shape);
  return (named != nullptr ? named->name : 0) + (found != nullptr ? found->side : 0);
}
