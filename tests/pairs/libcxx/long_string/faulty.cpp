#include <string>

void ended(std::string& text) {
  if (text.size() < 23 && !text.empty() && text[text.size() - 1] == '.') return;
  text.append(1, '.');
}
