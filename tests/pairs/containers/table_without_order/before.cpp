#include <unordered_map>

std::unordered_map<bool, int> counts(bool a, bool b) {
  std::unordered_map<bool, int> result;
  for (const bool each : {a, b}) ++result[each];
  return result;
}
