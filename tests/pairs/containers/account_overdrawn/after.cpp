#include <string>
#include <vector>

struct Account {
  std::string owner;
  std::vector<int> entries;
};

int balance(const Account& account) {
  int sum = 0;
  for (std::size_t i = 1; i < account.entries.size(); ++i) sum += account.entries[i];
  return account.owner.empty() ? 0 : sum;
}
