#include <map>
#include <string>

int find(const std::map<int, int>& table, int key) {
  const auto found = table.find(key);
  return found == table.end() ? -1 : found->second;
}
