#include <algorithm>
#include <vector>

struct Interval {
  int from, to;
};

std::vector<Interval> merged(const std::vector<Interval>& sorted) {
  std::vector<Interval> result;
  for (const auto& [from, to] : sorted) {
    if (result.empty() || result.back().to < from) {
      result.push_back({from, to});
      continue;
    }
    result.back().to = to;
  }
  return result;
}
