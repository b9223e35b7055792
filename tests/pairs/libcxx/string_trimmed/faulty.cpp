#include <string>

std::string trimmed(const std::string& text) {
  size_t at = 0;
  while (at + 1 < text.size() && text[at] == ' ') ++at;
  return text.substr(at);
}
