#include <map>
#include <string>

int find(const std::map<int, int>& table, int key) {
  for (const auto& [each, value] : table)
    if (each == key) return value;
  return -1;
}
