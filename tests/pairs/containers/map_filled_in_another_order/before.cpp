#include <map>

std::map<int, int> made(int a, int b) {
  std::map<int, int> result;
  result[a] = 1;
  result[b] += 2;
  return result;
}
