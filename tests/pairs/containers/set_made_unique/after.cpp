#include <algorithm>
#include <vector>

std::vector<int> unique(const std::vector<int>& values) {
  std::vector<int> result = values;
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}
