#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

std::vector<int> missing(const std::set<int>& wanted, const std::set<int>& present) {
  std::vector<int> result;
  for (int each : wanted)
    if (present.find(each) == present.end()) result.push_back(each);
  return result;
}
