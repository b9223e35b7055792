#include <string>
#include <vector>

std::string join(const std::vector<std::string>& parts) {
  std::string result;
  const char* separator = "";
  for (const std::string& part : parts) {
    result.append(separator).append(part);
    separator = ",";
  }
  return result;
}
