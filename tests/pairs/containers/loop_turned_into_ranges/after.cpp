#include <ranges>
#include <vector>

int sum(const std::vector<int>& values) {
  int result = 0;
  for (const int each : values | std::views::filter([](int x) { return x % 2 == 0; }) | std::views::transform([](int x) { return x * x; }))
    result += each;
  return result;
}
