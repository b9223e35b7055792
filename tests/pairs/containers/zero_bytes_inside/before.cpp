#include <string>

std::size_t length(const std::string& text) { return text.size(); }
