#include <vector>

int sum(const std::vector<int>& values) {
  int result = 0;
  for (std::size_t i = 0; i < values.size(); ++i) result += values[i];
  return result;
}
