#include <list>
#include <vector>

int digits(const std::vector<std::list<int>>& parts) {
  int n = 0;
  for (const auto& part : parts)
    for (int digit : part) n = 10 * n + digit;
  return n;
}
