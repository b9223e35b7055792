#include <string>
#include <vector>

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> result;
  size_t start = 0;
  while (start <= line.size()) {
    const size_t end = line.find(separator, start);
    result.push_back(line.substr(start, end - start));
    if (end == std::string::npos) break;
    start = end + 1;
  }
  return result;
}
