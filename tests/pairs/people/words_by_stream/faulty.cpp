#include <cctype>
#include <string>

std::string longest(const std::string& text) {
  std::string best;
  for (size_t i = 0; i < text.size();) {
    while (i < text.size() && std::isspace(static_cast<unsigned char>(text[i]))) ++i;
    size_t j = i;
    while (j < text.size() && !std::isspace(static_cast<unsigned char>(text[j]))) ++j;
    if (j - i >= best.size()) best = text.substr(i, j - i);
    i = j;
  }
  return best;
}
