#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

std::vector<int> missing(const std::set<int>& wanted, const std::set<int>& present) {
  std::vector<int> result;
  std::set_symmetric_difference(wanted.begin(), wanted.end(), present.begin(), present.end(), std::back_inserter(result));
  return result;
}
