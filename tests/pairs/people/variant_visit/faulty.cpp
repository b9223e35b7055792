#include <variant>

struct Square {
  int side;
};
struct Box {
  int width, height;
};
using Shape = std::variant<Square, Box>;

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

int area(const Shape& shape) {
  return std::visit(Overloaded{[](const Square& s) { return s.side * s.side; }, [](const Box& b) { return b.width * b.width; }}, shape);
}
