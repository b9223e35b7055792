#include <sstream>
#include <string>
#include <vector>

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> result;
  std::stringstream stream(line);
  std::string item;
  while (std::getline(stream, item, separator)) result.push_back(item);
  return result;
}
