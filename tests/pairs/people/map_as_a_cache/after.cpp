#include <map>

class Squares {
 public:
  int of(int x);
  std::map<int, int> known;
  int misses = 0;
};

int Squares::of(int x) {
  const auto [place, isNew] = known.try_emplace(x, x * x);
  if (isNew) ++misses;
  return place->second;
}
