#include <unordered_map>

std::unordered_map<int, int> counts(int a, int b, int c) {
  std::unordered_map<int, int> result;
  result.reserve(100);
  for (const int each : {c, a, b}) result.emplace(each, 0).first->second += 1;
  return result;
}
