#include <numeric>
#include <vector>

int average(const std::vector<int>& numbers) {
  if (numbers.empty()) return 0;
  long sum = 0;
  for (int n : numbers) sum += n;
  return static_cast<int>(sum / static_cast<long>(numbers.size()));
}
