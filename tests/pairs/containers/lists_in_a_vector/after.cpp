#include <list>
#include <vector>

int digits(const std::vector<std::list<int>>& parts) {
  int n = 0, power = 1;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part)
    for (auto digit = part->rbegin(); digit != part->rend(); ++digit, power *= 10) n += power * *digit;
  return n;
}
