#include <algorithm>
#include <functional>
#include <ranges>
#include <vector>

std::vector<int> top(std::vector<int> values, unsigned n) {
  std::ranges::sort(values, std::less<>{});
  auto first = values | std::views::take(n);
  return std::vector<int>(first.begin(), first.end());
}
