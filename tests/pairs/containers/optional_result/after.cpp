#include <algorithm>
#include <optional>
#include <vector>

std::optional<int> largest(const std::vector<int>& values) {
  const auto best = std::max_element(values.begin(), values.end());
  return best == values.end() ? std::nullopt : std::optional<int>(*best);
}
