#include <vector>

int charged(const std::vector<int>& prices, int discount, int limit) {
  int total = 0, charged = 0;
  const auto reduced = [discount](int price) { return price - discount < 0 ? 0 : price - discount; };
  const auto charge = [&, limit](int amount) {
    if (total + amount > limit) return;
    total += amount;
    ++charged;
  };
  for (const int price : prices) charge(reduced(price));
  return total * 10 + charged;
}
