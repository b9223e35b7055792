#include <algorithm>
#include <optional>
#include <vector>

std::optional<std::size_t> index_of(const std::vector<int>& numbers, int wanted) {
  const auto found = std::find(numbers.begin(), numbers.end(), wanted);
  if (found == numbers.end()) return {};
  return std::distance(numbers.begin(), found);
}
