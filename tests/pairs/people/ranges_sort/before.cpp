#include <algorithm>
#include <vector>

std::vector<int> top(std::vector<int> values, unsigned n) {
  std::sort(values.begin(), values.end(), [](int a, int b) { return a > b; });
  if (values.size() > n) values.resize(n);
  return values;
}
