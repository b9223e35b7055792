#include <string>

int words(const std::string& text) {
  int count = 0;
  bool inside = false;
  for (const char c : text) {
    if (c == ' ') {
      inside = false;
    } else if (!inside) {
      inside = true;
      ++count;
    }
  }
  return count;
}
