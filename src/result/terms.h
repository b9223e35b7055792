// Conditions of partitions refer to terms of their entry by name (docs/json.md). This makes a term that stands alone of one that does.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cleave::result {

using Terms = std::vector<std::pair<std::string, std::string>>;  // names and what they stand for, in any order: ?2 refers to ?1 alone

// The terms of an entry, for many conditions.
class TermTable {
 public:
  explicit TermTable(const Terms& terms);
  // `(let ((?1 …)) condition)`, with those terms that it needs.
  std::string whole(std::string_view condition) const;
  // Whether all that it refers to is there.
  bool covers(std::string_view condition) const;
  // Those that the conditions need, in the order of their numbers.
  Terms neededBy(const std::vector<std::string_view>& conditions) const;

 private:
  using Ranks = std::set<size_t, std::greater<>>;
  bool collect(std::string_view text, Ranks& ranks) const;  // false: not all that it names is there
  void close(Ranks& ranks) const;                           // with what these need

  std::vector<Terms::value_type> terms_;         // a term refers to those before it
  std::map<std::string, size_t, std::less<>> ranks_;  // by name
  std::vector<Ranks> refersTo_;                  // by rank
  std::vector<bool> isWhole_;                    // by rank
};

// The same for one condition.
std::string withTerms(std::string_view condition, const Terms& terms);
bool hasItsTerms(std::string_view condition, const Terms& terms);

}  // namespace cleave::result
