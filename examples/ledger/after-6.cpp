// ledger: accounts of three kinds, driven by commands on standard input; prints every balance at the end.
//
//   oN   open an account: kind N (1 plain, 2 savings, 3 credit); accounts are lettered a, b, c, ... in this order
//   +aN  pay N into account a      -aN  take N out      >abN  move N from a to b      m  the month ends: interest and fees
// N is one digit. Exit status: 0, or 1 when some command was refused or not understood.
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace {

class Account {
 public:
  explicit Account(std::string name) : name_(std::move(name)) {}
  virtual ~Account() = default;
  virtual const char* kind() const { return "plain"; }
  virtual bool canPay(int amount) const { return amount <= balance_; }
  virtual void endMonth() {}
  void change(int amount) { balance_ += amount; }
  int balance() const { return balance_; }
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  int balance_ = 0;
};

// Keeps a deposit of one and bears one in ten as interest.
class Savings : public Account {
 public:
  using Account::Account;
  const char* kind() const override { return "savings"; }
  bool canPay(int amount) const override { return amount < balance(); }
  void endMonth() override { change(balance() / 10); }
};

// May go down to -5 and then pays a fee of one each month.
class Credit : public Account {
 public:
  using Account::Account;
  const char* kind() const override { return "credit"; }
  bool canPay(int amount) const override { return balance() - amount >= -kLimit; }
  void endMonth() override {
    if (balance() <= 0) change(-1);
  }

 private:
  static constexpr int kLimit = 5;
};

class Ledger {
 public:
  bool open(int kind) {
    if (accounts_.size() == kMostAccounts) return false;
    std::string name(1, static_cast<char>('a' + accounts_.size()));
    if (kind == 1) {
      accounts_.push_back(std::make_unique<Account>(name));
    } else if (kind == 2) {
      accounts_.push_back(std::make_unique<Savings>(name));
    } else if (kind == 3) {
      accounts_.push_back(std::make_unique<Credit>(name));
    } else {
      return false;
    }
    return true;
  }

  bool deposit(char name, int amount) {
    Account* account = find(name);
    if (account == nullptr) return false;
    account->change(amount);
    return true;
  }

  bool withdraw(char name, int amount) {
    Account* account = find(name);
    if (account == nullptr || !account->canPay(amount)) return false;
    account->change(-amount);
    return true;
  }

  bool move(char from, char to, int amount) {
    if (find(to) == nullptr) return false;
    return withdraw(from, amount) && deposit(to, amount);
  }

  void endMonth() {
    for (const std::unique_ptr<Account>& account : accounts_) account->endMonth();
  }

  void print() const {
    int sum = 0;
    for (const std::unique_ptr<Account>& account : accounts_) {
      std::printf("%s %s %d\n", account->name().c_str(), account->kind(), account->balance());
      sum += account->balance();
    }
    std::printf("sum %d\n", sum);
  }

 private:
  static constexpr std::size_t kMostAccounts = 4;

  Account* find(char name) {
    for (const std::unique_ptr<Account>& account : accounts_) {
      if (account->name()[0] == name) return account.get();
    }
    return nullptr;
  }

  std::vector<std::unique_ptr<Account>> accounts_;
};

// A digit as a number; anything else, also the end of the input, is -1.
int readDigit() {
  const int c = std::getchar();
  return c >= '0' && c <= '9' ? c - '0' : -1;
}

char readName() { return static_cast<char>(std::getchar()); }

bool obey(Ledger& ledger, int command) {
  if (command == 'o') return ledger.open(readDigit());
  if (command == 'm') {
    ledger.endMonth();
    return true;
  }
  if (command != '+' && command != '-' && command != '>') return false;
  const char first = readName();
  const char second = command == '>' ? readName() : first;
  const int amount = readDigit();
  if (amount < 0) return false;
  if (command == '+') return ledger.deposit(first, amount);
  if (command == '-') return ledger.withdraw(first, amount);
  return ledger.move(first, second, amount);
}

}  // namespace

int main() {
  Ledger ledger;
  int refused = 0;
  for (int command = std::getchar(); command != EOF; command = std::getchar()) {
    if (command == ' ' || command == '\n') continue;
    if (!obey(ledger, command)) refused++;
  }
  ledger.print();
  return refused > 0 ? 1 : 0;
}
