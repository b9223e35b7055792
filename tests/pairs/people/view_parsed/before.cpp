#include <string_view>

// What stands behind the first '=', without blanks around it.
std::string_view value_of(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && line[at] != '=') ++at;
  if (at == line.size()) return {};
  std::size_t from = at + 1, to = line.size();
  while (from < to && line[from] == ' ') ++from;
  while (to > from && line[to - 1] == ' ') --to;
  return line.substr(from, to - from);
}
