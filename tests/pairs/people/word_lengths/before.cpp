#include <algorithm>
#include <cctype>
#include <string>

// The length of the longest word.
std::size_t longest(const std::string& text) {
  std::size_t best = 0, current = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::isspace(static_cast<unsigned char>(text[i]))) {
      current = 0;
    } else {
      ++current;
      if (current > best) best = current;
    }
  }
  return best;
}
