#include <stdexcept>
#include <string>
#include <vector>

namespace {
void require_positive(int amount) {
  if (amount < 0) throw std::invalid_argument(std::string("negative ") + "amount");
}
}  // namespace

int withdrawn(std::vector<int>& accounts, std::size_t id, int amount) {
  require_positive(amount);
  if (id >= accounts.size()) throw std::out_of_range("no account " + std::to_string(accounts.size()));
  int& balance = accounts.at(id);
  if (balance < amount) throw std::runtime_error("not covered");
  return balance -= amount;
}
