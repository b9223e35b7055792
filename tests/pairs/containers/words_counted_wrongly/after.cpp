#include <string>

int words(const std::string& text) {
  int count = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == ' ' && i > 0 && text[i - 1] != ' ') ++count;
  return count + 1;
}
