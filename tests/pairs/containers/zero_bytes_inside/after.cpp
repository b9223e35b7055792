#include <cstring>
#include <string>

std::size_t length(const std::string& text) { return std::strlen(text.c_str()); }
