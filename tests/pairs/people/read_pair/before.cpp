#include <optional>
#include <sstream>
#include <string>
#include <utility>

std::optional<std::pair<int, int>> parse_point(const std::string& text) {
  std::istringstream in(text);
  int x, y;
  char comma;
  if (!(in >> x >> comma >> y) || comma != ',') return std::nullopt;
  return std::make_pair(x, y);
}
