#include <stdexcept>
int f(int x) {
  if (x < 0) throw std::invalid_argument("negative");
  if (x > 9) throw std::invalid_argument("large");
  return x;
}
