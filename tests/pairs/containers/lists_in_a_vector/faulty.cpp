#include <list>
#include <vector>

int digits(const std::vector<std::list<int>>& parts) {
  int n = 0;
  for (const auto& part : parts)
    for (auto digit = part.rbegin(); digit != part.rend(); ++digit) n = 10 * n + *digit;
  return n;
}
