#include <vector>

int sum_of_even_squares(const std::vector<int>& values) {
  int sum = 0;
  for (int v : values)
    if (v % 2 == 0) sum += v * v;
  return sum;
}
