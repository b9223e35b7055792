#include <iostream>
#include <string>

int main() {
  int count = 0;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.size() == 0) continue;
    count++;
    std::cout << count << ": " << line << std::endl;
  }
  return count > 0 ? 0 : 1;
}
