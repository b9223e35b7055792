#include "result/terms.h"

#include <algorithm>
#include <functional>
#include <set>

namespace cleave::result {

namespace {

// Words that begin with a question mark, outside of quoted names.
void collectNames(std::string_view text, std::set<std::string, std::less<>>& names) {
  const auto isInWord = [](char c) { return c != ' ' && c != '(' && c != ')' && c != '|' && c != '\n' && c != '\t'; };
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '|') {
      at = std::min(text.size(), text.find('|', at + 1));
    } else if (isInWord(text[at])) {
      const size_t start = at;
      while (at + 1 < text.size() && isInWord(text[at + 1])) ++at;
      if (text[start] == '?') names.emplace(text.substr(start, at + 1 - start));
    }
  }
}

}  // namespace

std::string withTerms(std::string_view condition, const Terms& terms) {
  std::set<std::string, std::less<>> needed;
  collectNames(condition, needed);
  if (needed.empty()) return std::string(condition);
  // From the largest number on: a term refers to smaller ones. Readers of JSON need not keep the order of an object's members.
  std::vector<const Terms::value_type*> falling;
  for (const Terms::value_type& each : terms) falling.push_back(&each);
  std::ranges::sort(falling, std::greater{}, [](const Terms::value_type* each) { return std::pair(each->first.size(), each->first); });
  std::string whole(condition);
  for (const Terms::value_type* each : falling) {
    const auto& [name, term] = *each;
    if (!needed.contains(name)) continue;
    collectNames(term, needed);
    whole = "(let ((" + name + " " + term + ")) " + whole + ")";
  }
  return whole;
}

bool hasItsTerms(std::string_view condition, const Terms& terms) {
  std::set<std::string, std::less<>> needed;
  collectNames(withTerms(condition, terms), needed);
  return std::ranges::all_of(needed, [&](const std::string& name) {
    return std::ranges::any_of(terms, [&](const Terms::value_type& each) { return each.first == name; });
  });
}

}  // namespace cleave::result
