#include <unordered_map>

int total_for(const std::unordered_multimap<int, int>& sales, int id) {
  int sum = 0;
  auto range = sales.equal_range(id);
  for (auto it = range.first; it != range.second; ++it) sum += it->second;
  return sum;
}
