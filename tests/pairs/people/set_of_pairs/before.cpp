#include <set>
#include <utility>

bool is_free(const std::set<std::pair<int, int>>& taken, int row, int column) {
  return taken.find({row, column}) == taken.end();
}
