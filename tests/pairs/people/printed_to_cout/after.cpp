#include <iostream>
#include <string>
#include <vector>

void report(const std::vector<int>& totals) {
  int line = 0;
  for (const int total : totals) std::cout << ++line << ". " << total << '\n';
}
