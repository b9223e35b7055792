#include <vector>

int positive(const std::vector<int>& values) {
  int count = 0;
  for (std::vector<int>::const_iterator i = values.begin(); i != values.end(); ++i)
    if (*i > 0) count++;
  return count;
}
