#include <string>
#include <vector>

struct Account {
  std::string owner;
  std::vector<int> entries;
};

int balance(const Account& account) {
  int sum = 0;
  for (const int each : account.entries) sum += each;
  return account.owner.empty() ? 0 : sum;
}
