#include <algorithm>
#include <string>
#include <vector>

int kinds(const std::vector<std::string>& words) {
  auto sorted = words;
  std::sort(sorted.begin(), sorted.end());
  const auto end = std::unique(sorted.begin(), sorted.end());
  return static_cast<int>(end - sorted.begin()) + static_cast<int>(words.size());
}
