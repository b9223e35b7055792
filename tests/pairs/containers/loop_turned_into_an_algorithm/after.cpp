#include <algorithm>
#include <vector>

int positive(const std::vector<int>& values) {
  return static_cast<int>(std::count_if(values.begin(), values.end(), [](int each) { return each > 0; }));
}
