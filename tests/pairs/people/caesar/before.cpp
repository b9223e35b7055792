#include <string>

std::string encode(std::string text, unsigned char key) {
  for (size_t i = 0; i < text.size(); i++)
    if (text[i] >= 'a' && text[i] <= 'z') text[i] = 'a' + (text[i] - 'a' + key % 26) % 26;
  return text;
}
