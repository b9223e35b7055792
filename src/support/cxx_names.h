// Names of C++ as people write them: std::string for std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >,
// std::vector<int> without its allocator. For texts; two types may read alike then.
#pragma once

#include <string>

namespace cleave {

std::string shortCxxNames(const std::string& text);

}  // namespace cleave
