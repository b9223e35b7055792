#include <functional>
#include <numeric>
#include <vector>

int apply_all(const std::vector<int>& values, const std::function<int(int)>& f) {
  return std::accumulate(values.begin(), values.end(), 0, [&](int sum, int v) { return sum + f(v); });
}
