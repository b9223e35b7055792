#include <algorithm>
#include <vector>

struct Interval {
  int from, to;
};

// Sorted by their starts.
std::vector<Interval> merged(const std::vector<Interval>& sorted) {
  std::vector<Interval> result;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (!result.empty() && sorted[i].from <= result.back().to) {
      if (sorted[i].to > result.back().to) result.back().to = sorted[i].to;
    } else {
      result.push_back(sorted[i]);
    }
  }
  return result;
}
