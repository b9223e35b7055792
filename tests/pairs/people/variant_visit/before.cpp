#include <variant>

struct Square {
  int side;
};
struct Box {
  int width, height;
};
using Shape = std::variant<Square, Box>;

int area(const Shape& shape) {
  if (std::holds_alternative<Square>(shape)) {
    const Square& square = std::get<Square>(shape);
    return square.side * square.side;
  }
  const Box& box = std::get<Box>(shape);
  return box.width * box.height;
}
