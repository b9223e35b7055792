#include <stdexcept>
#include <string>

class Account {
 public:
  Account(std::string owner, unsigned balance) : owner_(std::move(owner)), balance_(balance) {}
  bool withdraw(unsigned amount) {
    if (amount > balance_) return false;
    balance_ -= amount;
    return true;
  }
  const std::string& owner() const { return owner_; }

 private:
  std::string owner_;
  unsigned balance_;
};

bool pay(Account& account, unsigned amount) { return account.withdraw(amount) && !account.owner().empty(); }
