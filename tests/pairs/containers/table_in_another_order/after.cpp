#include <unordered_map>

std::unordered_map<int, int> joined(const std::unordered_map<int, int>& x, int key, int value) {
  std::unordered_map<int, int> result;
  result.max_load_factor(50);
  result.emplace(key, value);
  result.insert(x.begin(), x.end());
  return result;
}
