#include <stdexcept>
#include <string>
#include <vector>

int withdrawn(std::vector<int>& accounts, std::size_t id, int amount) {
  if (amount < 0) throw std::invalid_argument("negative amount");
  if (id >= accounts.size()) throw std::out_of_range("no account " + std::to_string(accounts.size()));
  if (accounts[id] < amount) throw std::runtime_error("not covered");
  accounts[id] -= amount;
  return accounts[id];
}
