#include <unordered_set>

bool register_once(std::unordered_set<int>& seen, int id) {
  if (seen.find(id) != seen.end()) return false;
  seen.insert(id);
  return true;
}
