#include <string>

void ended(std::string& text) {
  if (!text.empty() && text[text.size() - 1] == '.') return;
  text.append(1, '.');
}
