#include "result/terms.h"

#include <algorithm>

namespace cleave::result {

namespace {

// Words that begin with a question mark, outside of quoted names.
template <class Take>
void forEachName(std::string_view text, Take&& take) {
  const auto isInWord = [](char c) { return c != ' ' && c != '(' && c != ')' && c != '|' && c != '\n' && c != '\t'; };
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '|') {
      at = std::min(text.size(), text.find('|', at + 1));
    } else if (isInWord(text[at])) {
      const size_t start = at;
      while (at + 1 < text.size() && isInWord(text[at + 1])) ++at;
      if (text[start] == '?') take(text.substr(start, at + 1 - start));
    }
  }
}

}  // namespace

// Readers of JSON need not keep the order of an object's members.
TermTable::TermTable(const Terms& terms) : terms_(terms) {
  std::ranges::stable_sort(terms_, {}, [](const Terms::value_type& each) { return std::pair(each.first.size(), each.first); });
  for (size_t rank = 0; rank < terms_.size(); ++rank) ranks_.emplace(terms_[rank].first, rank);
  for (size_t rank = 0; rank < terms_.size(); ++rank) {
    bool isWhole = collect(terms_[rank].second, refersTo_.emplace_back());
    isWhole = std::erase_if(refersTo_[rank], [&](size_t each) { return each >= rank; }) == 0 && isWhole;  // no term of ours does that
    for (const size_t each : refersTo_[rank]) isWhole = isWhole && isWhole_[each];
    isWhole_.push_back(isWhole);
  }
}

bool TermTable::collect(std::string_view text, Ranks& ranks) const {
  bool all = true;
  forEachName(text, [&](std::string_view name) {
    const auto known = ranks_.find(name);
    all = all && known != ranks_.end();
    if (known != ranks_.end()) ranks.insert(known->second);
  });
  return all;
}

// From the largest on: what is added comes behind.
void TermTable::close(Ranks& ranks) const {
  for (const size_t each : ranks) ranks.insert(refersTo_[each].begin(), refersTo_[each].end());
}

std::string TermTable::whole(std::string_view condition) const {
  Ranks needed;
  (void)collect(condition, needed);
  close(needed);
  std::string start, end;
  for (auto each = needed.rbegin(); each != needed.rend(); ++each) {
    start += "(let ((" + terms_[*each].first + " " + terms_[*each].second + ")) ";
    end += ')';
  }
  return start.append(condition).append(end);
}

bool TermTable::covers(std::string_view condition) const {
  Ranks needed;
  return collect(condition, needed) && std::ranges::all_of(needed, [&](size_t each) { return isWhole_[each]; });
}

Terms TermTable::neededBy(const std::vector<std::string_view>& conditions) const {
  Ranks needed;
  for (const std::string_view each : conditions) (void)collect(each, needed);
  close(needed);
  Terms terms;
  for (auto each = needed.rbegin(); each != needed.rend(); ++each) terms.push_back(terms_[*each]);
  return terms;
}

std::string withTerms(std::string_view condition, const Terms& terms) { return TermTable(terms).whole(condition); }
bool hasItsTerms(std::string_view condition, const Terms& terms) { return TermTable(terms).covers(condition); }

}  // namespace cleave::result
