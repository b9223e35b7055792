#include <string>
#include <utility>
#include <vector>

std::pair<int, std::string> numbered(const std::vector<std::string>& lines, unsigned n) {
  if (n >= lines.size()) return {-1, "none"};
  return {static_cast<int>(n), lines[n] + ";"};
}
