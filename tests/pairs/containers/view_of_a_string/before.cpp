#include <string_view>

bool ends(std::string_view text, char last) { return !text.empty() && text[text.size() - 1] == last; }
