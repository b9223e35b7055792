#include <string>

void ended(std::string& text) {
  if (text.empty() || text.back() != '.') text += '.';
}
