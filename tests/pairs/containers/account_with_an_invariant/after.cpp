#include <stdexcept>
#include <string>

class Account {
 public:
  Account(std::string owner, unsigned balance) : owner_(std::move(owner)), balance_(balance) {}
  bool withdraw(unsigned amount) {
    const bool isCovered = balance_ >= amount;
    if (isCovered) balance_ = balance_ - amount;
    return isCovered;
  }
  const std::string& owner() const { return owner_; }

 private:
  std::string owner_;
  unsigned balance_;
};

bool pay(Account& account, unsigned amount) {
  const bool done = account.withdraw(amount);
  return done && account.owner().size() != 0;
}
