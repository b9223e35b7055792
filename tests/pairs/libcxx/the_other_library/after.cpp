#include <string>
#include <utility>
#include <vector>

std::pair<int, std::string> numbered(const std::vector<std::string>& lines, unsigned n) {
  if (lines.size() > n) return {static_cast<int>(n), std::string(lines[n]).append(";")};
  return std::make_pair(-1, std::string("none"));
}
