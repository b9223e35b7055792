#include <string>
#include <string_view>

std::string trim(const std::string& s) {
  std::string_view view = s;
  const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
  while (!view.empty() && isBlank(view.front())) view.remove_prefix(1);
  while (!view.empty() && isBlank(view.back())) view.remove_suffix(1);
  return std::string(view);
}
