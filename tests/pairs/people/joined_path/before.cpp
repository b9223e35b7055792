#include <string>
#include <vector>

std::string path(const std::vector<std::string>& parts) {
  std::string result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i != 0) result += "/";
    result += parts[i];
  }
  return result;
}
