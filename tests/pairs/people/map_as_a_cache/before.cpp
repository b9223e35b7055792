#include <map>

class Squares {
 public:
  int of(int x);
  std::map<int, int> known;
  int misses = 0;
};

int Squares::of(int x) {
  if (known.find(x) != known.end()) return known[x];
  ++misses;
  known[x] = x * x;
  return known[x];
}
