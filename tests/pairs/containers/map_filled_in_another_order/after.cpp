#include <map>

std::map<int, int> made(int a, int b) {
  std::map<int, int> result;
  if (a == b) return {{a, 3}};
  result.emplace(b, 2);
  result.emplace(a, 1);
  return result;
}
