#include <iostream>
#include <string>
#include <vector>

void report(const std::vector<int>& totals) {
  for (std::size_t i = 0; i < totals.size(); ++i) {
    std::cout << i + 1 << ". " << totals[i] << std::endl;
  }
}
