#include <ranges>
#include <vector>

int sum_of_even_squares(const std::vector<int>& values) {
  auto squares = values | std::views::filter([](int v) { return v % 2 != 1; }) | std::views::transform([](int v) { return v * v; });
  int sum = 0;
  for (int s : squares) sum += s;
  return sum;
}
