// Text for a terminal that has no UTF-8: what we draw with becomes something alike, and all else a question mark, one for each column.
#pragma once

#include <string>
#include <string_view>

namespace cleave::browse {

std::string plainText(std::string_view text);

}  // namespace cleave::browse
