#include <ranges>
#include <vector>

std::vector<int> doubled_odds(const std::vector<int>& numbers) {
  std::vector<int> result;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] % 2 != 0) result.push_back(numbers[i] * 2);
  return result;
}
