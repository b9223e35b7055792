#include <string>
#include <vector>

std::string path(const std::vector<std::string>& parts) {
  std::string result;
  for (const auto& part : parts) {
    if (!result.empty()) result.push_back('/');
    result.append(part);
  }
  return result;
}
