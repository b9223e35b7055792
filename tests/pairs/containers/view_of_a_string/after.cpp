#include <string_view>

bool ends(std::string_view text, char last) { return text.size() > 0 && text.back() == last; }
