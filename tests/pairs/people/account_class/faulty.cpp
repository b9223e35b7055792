#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

class Account {
 public:
  Account(std::string owner, long balance) : owner_(std::move(owner)), balance_(balance) {
    if (balance < 0) throw std::invalid_argument("negative balance");
  }
  long balance() const { return balance_; }
  const std::string& owner() const { return owner_; }
  bool settle(const std::vector<int>& bills);

 private:
  std::string owner_;
  long balance_;
};

bool Account::settle(const std::vector<int>& bills) {
  const long sum = std::accumulate(bills.begin(), bills.end(), 0L);
  const bool isCovered = balance_ > sum;
  if (isCovered) balance_ -= sum;
  return isCovered;
}
