#include <stdexcept>
#include <vector>
int f(unsigned char x) {
  std::vector<int> v{5, 6, 7};
  try {
    return x < 3 ? v[x] : throw std::out_of_range("f");
  } catch (const std::out_of_range&) {
    return -1;
  }
}
