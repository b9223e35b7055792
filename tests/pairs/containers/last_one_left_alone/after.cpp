#include <vector>

void doubled(std::vector<int>& values) {
  for (std::size_t i = 0; i + 1 < values.size() || i == 0; ++i)
    if (!values.empty()) values[i] *= 2;
}
