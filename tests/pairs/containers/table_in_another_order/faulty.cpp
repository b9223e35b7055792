#include <unordered_map>

std::unordered_map<int, int> joined(const std::unordered_map<int, int>& x, int key, int value) {
  auto result = x;
  result.insert({key, value});
  return result;
}
