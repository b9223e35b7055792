#include <algorithm>
#include <cctype>
#include <string>

std::size_t longest(const std::string& text) {
  std::size_t best = 0, current = 0;
  for (const unsigned char c : text) {
    current = c == ' ' ? 0 : current + 1;
    best = std::max(best, current);
  }
  return best;
}
