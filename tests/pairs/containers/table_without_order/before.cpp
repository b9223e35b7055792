#include <unordered_map>

std::unordered_map<int, int> counts(int a, int b, int c) {
  std::unordered_map<int, int> result;
  for (const int each : {a, b, c}) ++result[each];
  return result;
}
