#include <algorithm>
#include <utility>
#include <vector>

std::vector<std::pair<int, int>> merged(std::vector<std::pair<int, int>> intervals) {
  std::vector<std::pair<int, int>> result;
  std::sort(intervals.begin(), intervals.end());
  for (const auto& each : intervals) {
    if (!result.empty() && each.first <= result.back().second)
      result.back().second = std::max(result.back().second, each.second);
    else
      result.push_back(each);
  }
  return result;
}
