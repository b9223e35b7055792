#include <algorithm>
#include <optional>
#include <vector>

std::optional<std::size_t> index_of(const std::vector<int>& numbers, int wanted) {
  const auto found = std::find(numbers.rbegin(), numbers.rend(), wanted);
  if (found == numbers.rend()) return {};
  return std::distance(found, numbers.rend()) - 1;
}
