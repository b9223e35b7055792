#include <vector>

int sum(const std::vector<int>& values) {
  int result = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] % 2 == 0) result += values[i] * values[i];
  return result;
}
