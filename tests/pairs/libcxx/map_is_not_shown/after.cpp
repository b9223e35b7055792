#include <map>

std::map<int, int> counted(int n) {
  std::map<int, int> result;
  result[0] = n + 1;
  return result;
}
