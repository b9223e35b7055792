#include <stdexcept>
#include <string>
#include <vector>

int withdrawn(std::vector<int>& accounts, std::size_t id, int amount) {
  if (id >= accounts.size()) throw std::out_of_range("no account " + std::to_string(accounts.size()));
  if (amount < 0) throw std::invalid_argument("negative amount");
  int& balance = accounts.at(id);
  if (balance < amount) throw std::runtime_error("not covered");
  return balance -= amount;
}
