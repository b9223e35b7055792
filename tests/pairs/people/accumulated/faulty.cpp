#include <numeric>
#include <vector>

int average(const std::vector<int>& numbers) {
  const long sum = std::accumulate(numbers.begin(), numbers.end(), 0);
  return numbers.empty() ? 0 : static_cast<int>(sum / static_cast<long>(numbers.size()));
}
