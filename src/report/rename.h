// Puts other words for the names in an expression that is written in the style of C. Names may be more than words ("p[0]", "s->next->a"):
// the longest that stands at a place is meant. Not a parser: it knows words, numbers and quoted texts, and nothing of scopes.
#pragma once

#include <map>
#include <set>
#include <string>

namespace cleave::report {

std::string renamed(const std::string& text, const std::map<std::string, std::string>& words);

// The words of the text behind which a parenthesis opens: functions, macros.
std::set<std::string> calledIn(const std::string& text);
// Texts have some notation that is not C: what was cut, elements of a table, whether floats are the same.
bool isC(const std::string& text);

}  // namespace cleave::report
