#include <string>
#include <unordered_map>

int price(const std::unordered_map<std::string, int>& prices, const std::string& item) {
  auto it = prices.find(item);
  if (it == prices.end()) return -1;
  return it->second;
}
