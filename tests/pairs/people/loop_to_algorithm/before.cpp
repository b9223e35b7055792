#include <algorithm>
#include <vector>

int passing(const std::vector<int>& marks, int least) {
  int count = 0;
  for (std::vector<int>::const_iterator it = marks.begin(); it != marks.end(); ++it)
    if (*it >= least) ++count;
  return count;
}
