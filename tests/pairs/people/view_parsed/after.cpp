#include <string_view>

std::string_view value_of(std::string_view line) {
  const auto at = line.find('=');
  if (at == std::string_view::npos) return {};
  line.remove_prefix(at + 1);
  while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
  return line;
}
