#include <ranges>
#include <vector>

std::vector<int> doubled_odds(const std::vector<int>& numbers) {
  auto view = numbers | std::views::filter([](int n) { return n % 2 != 0; }) | std::views::transform([](int n) { return n * 2; });
  return {view.begin(), view.end()};
}
