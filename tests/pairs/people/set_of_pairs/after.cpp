#include <algorithm>
#include <set>
#include <utility>

bool is_free(const std::set<std::pair<int, int>>& taken, int row, int column) {
  return std::none_of(taken.begin(), taken.end(), [&](const auto& cell) { return cell.first == row && cell.second == column; });
}
