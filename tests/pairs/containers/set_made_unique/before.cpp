#include <set>
#include <vector>

std::vector<int> unique(const std::vector<int>& values) {
  const std::set<int> seen(values.begin(), values.end());
  return std::vector<int>(seen.begin(), seen.end());
}
