#include <algorithm>
#include <vector>

int most_frequent(const std::vector<unsigned char>& values) {
  int best = -1;
  long most = 0;
  for (auto v : values) {
    const auto n = std::count(values.begin(), values.end(), v);
    if (n > most) { most = n; best = v; }
  }
  return best;
}
