#include <algorithm>
#include <string>
#include <vector>

int kinds(const std::vector<std::string>& words) {
  auto sorted = words;
  const auto end = std::unique(sorted.begin(), sorted.end(), [](const auto& x, const auto& y) { return x.size() == y.size(); });
  return static_cast<int>(end - sorted.begin()) + static_cast<int>(words.size());
}
