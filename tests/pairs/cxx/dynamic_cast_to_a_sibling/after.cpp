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
  if (const Box* found = dynamic_cast<Box*>(shape)) {
    Named* named = const_cast<Box*>(found);
    return dynamic_cast<Box*>(named) == found && dynamic_cast<Shape*>(named) == shape ? named->name + found->side : -1;
  }
  return 0;
}
