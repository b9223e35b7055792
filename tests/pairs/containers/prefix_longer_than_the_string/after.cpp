#include <string>

bool starts(const std::string& text, const std::string& prefix) {
  for (std::size_t i = 0; i < prefix.size(); ++i)
    if (text[i] != prefix[i]) return false;
  return true;
}
