#include <vector>

void doubled(std::vector<int>& values) {
  std::vector<int> result;
  result.reserve(10);
  for (const int each : values) result.push_back(each + each);
  values = std::move(result);
}
