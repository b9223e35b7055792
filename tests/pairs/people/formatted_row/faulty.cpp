#include <string>

std::string row(const std::string& name, unsigned char count) {
  std::string number = std::to_string(count);
  std::string result = name;
  if (result.size() < 4) result.append(4 - result.size(), ' ');
  result += '|';
  if (number.size() < 2) result += std::string(3 - number.size(), ' ');
  return result + number;
}
