#include <stdexcept>
#include <vector>
int f(unsigned char x) {
  std::vector<int> v{5, 6, 7};
  try {
    return v.at(x);
  } catch (const std::out_of_range&) {
    return -1;
  }
}
