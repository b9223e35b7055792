#include <stdexcept>

int guarded(int& depth, int n) {
  ++depth;
  try {
    if (depth >= 11) throw std::runtime_error("too deep");
    const int result = depth * n;
    --depth;
    return result;
  } catch (...) {
    throw;
  }
}
