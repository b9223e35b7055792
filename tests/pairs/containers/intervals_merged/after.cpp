#include <algorithm>
#include <utility>
#include <vector>

std::vector<std::pair<int, int>> merged(std::vector<std::pair<int, int>> intervals) {
  if (intervals.empty()) return {};
  std::sort(intervals.begin(), intervals.end());
  std::size_t last = 0;
  for (std::size_t i = 1; i < intervals.size(); ++i) {
    if (intervals[last].second >= intervals[i].first)
      intervals[last].second = std::max(intervals[i].second, intervals[last].second);
    else
      intervals[++last] = intervals[i];
  }
  intervals.resize(last + 1);
  return intervals;
}
