// Small text functions that several folders need.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cleave {

std::string join(const std::vector<std::string>& parts, std::string_view separator);
std::vector<std::string> splitWords(std::string_view text);  // by shell-like rules: quotes and backslashes
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates, size_t most);  // by edit distance
std::string quoted(std::string_view text);                                                                         // as a C string literal
std::string withoutIndices(std::string_view name);  // any element of an array is as good as another: "a[3].x" becomes "a[].x"
bool startsWith(std::string_view text, std::string_view prefix);

}  // namespace cleave
