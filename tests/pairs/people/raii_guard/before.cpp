#include <stdexcept>

struct Depth {
  explicit Depth(int& d) : depth(d) { ++depth; }
  ~Depth() { --depth; }
  int& depth;
};

int guarded(int& depth, int n) {
  Depth guard(depth);
  if (depth > 10) throw std::runtime_error("too deep");
  return n * depth;
}
