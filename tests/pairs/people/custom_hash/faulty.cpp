#include <unordered_map>
#include <utility>

using Point = std::pair<int, int>;
struct PointHash {
  std::size_t operator()(const Point& p) const { return static_cast<std::size_t>(p.first) * 31 + static_cast<std::size_t>(p.second); }
};

int visits(std::unordered_map<Point, int, PointHash>& seen, int x, int y) {
  auto [place, isNew] = seen.try_emplace(Point(x, y), 1);
  if (isNew) place->second++;
  return place->second;
}
