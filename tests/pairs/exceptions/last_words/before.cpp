#include <stdexcept>
static int work(int x) {
  if (x > 50) throw std::runtime_error("large");
  if (x < 0) throw std::runtime_error("small");
  return x;
}
int f(int x) noexcept { return work(x); }
