#include <string>
#include <unordered_map>

int price(const std::unordered_map<std::string, int>& prices, const std::string& item) {
  return prices.count(item) > 0 && prices.at(item) >= 0 ? prices.at(item) : -1;
}
