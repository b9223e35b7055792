#include <variant>

struct Circle { int radius; };
struct Box { int width, height; };
struct Line { int length; };
using Shape = std::variant<Circle, Box, Line>;

template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

int perimeter(const Shape& shape) {
  return std::visit(overloaded{[](const Circle& c) { return c.radius * 6; },
                               [](const Box& b) { return b.width * 2 + b.height * 2; },
                               [](const Line& l) { return 2 * l.length; }}, shape);
}
