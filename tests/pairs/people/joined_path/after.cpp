#include <string>
#include <vector>

std::string path(const std::vector<std::string>& parts) {
  std::string result;
  std::size_t length = 0;
  for (const auto& part : parts) length += part.size() + 1;
  result.reserve(length);
  for (const auto& part : parts) {
    if (&part != &parts.front()) result.push_back('/');
    result.append(part);
  }
  return result;
}
