#include <unordered_set>

bool register_once(std::unordered_set<int>& seen, int id) { return !seen.insert(id).second; }
