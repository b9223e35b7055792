#include <optional>
#include <sstream>
#include <string>
#include <utility>

std::optional<std::pair<int, int>> parse_point(const std::string& text) {
  std::istringstream in(text);
  std::pair<int, int> point;
  char comma = 0;
  in >> point.first >> comma >> point.second;
  if (in.fail()) return {};
  if (comma >= ',') return point;
  return {};
}
