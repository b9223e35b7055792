#include <forward_list>

std::forward_list<int> one(int n) { return {n + 1}; }
