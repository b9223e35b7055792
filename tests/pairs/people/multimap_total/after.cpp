#include <unordered_map>

int total_for(const std::unordered_multimap<int, int>& sales, int id) {
  int sum = 0;
  for (const auto& [key, amount] : sales)
    if (key == id) sum += amount;
  return sum;
}
