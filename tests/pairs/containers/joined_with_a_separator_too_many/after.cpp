#include <string>
#include <vector>

std::string join(const std::vector<std::string>& parts) {
  std::string result;
  for (const std::string& part : parts) {
    if (!result.empty()) result += ',';
    result += part;
  }
  return result;
}
