#include <stdexcept>
#include <string>

int port(const std::string& text) {
  try {
    const int number = std::stoi(text);
    return number >= 0 && number <= 65535 ? number : -1;
  } catch (const std::logic_error&) {
    return -1;
  }
}
