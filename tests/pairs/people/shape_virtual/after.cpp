#include <memory>
#include <numeric>
#include <vector>

class Shape {
 public:
  virtual ~Shape() = default;
  virtual int area() const = 0;
};
class Square : public Shape {
 public:
  explicit Square(int side) : side_(side) {}
  int area() const override { return side_ * side_; }
 private:
  int side_;
};
class Rectangle : public Shape {
 public:
  Rectangle(int w, int h) : w_(w), h_(h) {}
  int area() const override { return w_ * h_; }
 private:
  int w_, h_;
};

std::unique_ptr<Shape> make(int w, int h) {
  if (w == h) return std::make_unique<Square>(w);
  return std::make_unique<Rectangle>(w, h);
}

int total_area(const std::vector<std::unique_ptr<Shape>>& shapes) {
  return std::accumulate(shapes.begin(), shapes.end(), 0, [](int sum, const std::unique_ptr<Shape>& shape) { return shape == nullptr ? sum : shape->area() + sum; });
}
