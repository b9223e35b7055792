#include <stdexcept>
int f(int x) {
  if (x < 0) throw std::invalid_argument("negative");
  return x;
}
