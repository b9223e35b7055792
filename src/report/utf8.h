// Text of programs under test is arbitrary bytes; JSON and terminals want UTF-8. Here bytes that are not become visible escapes: nothing is
// lost, and nothing that a program printed can steer a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cleave::report {

std::string validUtf8(std::string_view text);                  // bytes that are not UTF-8 as \xNN; all else as it is
std::string printable(std::string_view text);                  // also control characters as \n, \t, \xNN: fits on one line
size_t displayWidth(std::string_view text);                    // in columns of a terminal; of valid UTF-8
std::string_view columns(std::string_view text, size_t most);  // the longest prefix of so many columns

}  // namespace cleave::report
