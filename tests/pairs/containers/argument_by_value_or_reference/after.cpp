#include <string>

unsigned hash(const std::string& text) {
  unsigned result = 5381;
  for (const char c : text) result = (result << 5) + result + static_cast<unsigned char>(c | 0x20);
  return result;
}
