#include <string>

unsigned hash(std::string text) {
  unsigned result = 5381;
  for (char& c : text) {
    c |= 0x20;
    result = result * 33 + static_cast<unsigned char>(c);
  }
  return result;
}
