// Elements of arrays that stand behind each other, in fewer words: "a[0] = b[1]; a[1] = b[2]" is "a[0..1] = b[1..2]", the same value in
// each is said once, and characters up to a zero are a string: a = "ab".
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace cleave::report {

// Names, and words of their values (characters as 'a').
std::vector<std::pair<std::string, std::string>> withElementRuns(const std::vector<std::pair<std::string, std::string>>& values);

}  // namespace cleave::report
