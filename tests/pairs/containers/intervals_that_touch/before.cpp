#include <algorithm>
#include <utility>
#include <vector>

int covered(std::vector<std::pair<int, int>> intervals) {
  std::sort(intervals.begin(), intervals.end());
  int count = 0;
  int end = 0;
  for (const auto& [from, to] : intervals) {
    if (count == 0 || from > end) ++count;
    end = std::max(end, to);
  }
  return count;
}
