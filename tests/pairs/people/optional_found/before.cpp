#include <algorithm>
#include <optional>
#include <vector>

std::optional<std::size_t> index_of(const std::vector<int>& numbers, int wanted) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] == wanted) return i;
  return std::nullopt;
}
