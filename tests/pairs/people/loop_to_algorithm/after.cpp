#include <algorithm>
#include <vector>

int passing(const std::vector<int>& marks, int least) {
  return static_cast<int>(std::count_if(marks.begin(), marks.end(), [least](int mark) { return mark >= least; }));
}
