#include <functional>
#include <vector>

int apply_all(const std::vector<int>& values, const std::function<int(int)>& f) {
  int sum = 0;
  for (int v : values) sum += f(v);
  return sum;
}
