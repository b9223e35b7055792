#include <algorithm>
#include <string>

std::string encode(std::string text, unsigned char key) {
  const int shift = key % 26;
  std::transform(text.begin(), text.end(), text.begin(), [shift](char c) -> char {
    if (c < 'a' || c > 'z') return c;
    const int moved = c - 'a' + shift;
    return static_cast<char>(moved > 26 ? moved - 26 + 'a' : moved + 'a');
  });
  return text;
}
