#include <map>
#include <string>

std::string richest(const std::map<std::string, int>& accounts) {
  const std::string* best = nullptr;
  int most = 0;
  for (const auto& [name, balance] : accounts) {
    if (balance < most) continue;
    most = balance;
    best = &name;
  }
  return best ? *best : std::string();
}
