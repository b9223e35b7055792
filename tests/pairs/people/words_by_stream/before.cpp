#include <sstream>
#include <string>

std::string longest(const std::string& text) {
  std::istringstream in(text);
  std::string word, best;
  while (in >> word)
    if (word.size() > best.size()) best = word;
  return best;
}
