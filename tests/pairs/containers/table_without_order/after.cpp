#include <unordered_map>

std::unordered_map<bool, int> counts(bool a, bool b) {
  std::unordered_map<bool, int> result;
  result.reserve(100);
  for (const bool each : {b, a}) result.emplace(each, 0).first->second += 1;
  return result;
}
