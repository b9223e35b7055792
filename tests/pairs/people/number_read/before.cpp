#include <stdexcept>
#include <string>

int port(const std::string& text) {
  int number = 0;
  try {
    number = std::stoi(text);
  } catch (const std::invalid_argument&) {
    return -1;
  } catch (const std::out_of_range&) {
    return -1;
  }
  if (number < 1 || number > 65535) return -1;
  return number;
}
