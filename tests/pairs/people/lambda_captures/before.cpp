#include <vector>

int charged(const std::vector<int>& prices, int discount, int limit) {
  int total = 0;
  int charged = 0;
  for (int price : prices) {
    int reduced = price - discount;
    if (reduced < 0) reduced = 0;
    if (total + reduced <= limit) {
      total += reduced;
      ++charged;
    }
  }
  return total * 10 + charged;
}
