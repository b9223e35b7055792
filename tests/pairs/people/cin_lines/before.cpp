#include <iostream>
#include <string>

int main() {
  std::string line;
  int count = 0;
  while (std::getline(std::cin, line))
    if (!line.empty()) std::cout << ++count << ": " << line << '\n';
  return count == 0;
}
