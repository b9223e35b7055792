// Conditions of many partitions as SMT-LIB2 without their repetitions: a term that was written before, or is a table, gets a name, and from
// then on its name is written. `(bvule ?3 #x09)` refers to the definition of `?3`, which may refer to others with smaller numbers. No name
// of an input begins with a question mark. One object serves the partitions of one entry.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "expr/print.h"

namespace cleave::expr {

class SharedTerms {
 public:
  using Definitions = std::vector<std::pair<std::string, std::string>>;  // names and terms, in order

  explicit SharedTerms(ExprPool& pool) : pool_(pool) {}

  // The conjunction of the literals, with names. What is `common` to all conditions is one term, if it is worth a name.
  std::string conjunction(const std::vector<ExprId>& literals, const std::vector<ExprId>& common = {});
  // What was given a name since the last call.
  Definitions takeNew() { return std::exchange(new_, {}); }

 private:
  std::vector<ExprId> conjuncts(ExprId e) const;
  std::string text(ExprId literal);
  void nameWhatIsRepeated(ExprId literal);
  void name(ExprId e);
  bool isLeaf(ExprId e) const { return pool_.operands(e).empty(); }
  bool isTable(ExprId e) const;
  bool isLongSymbol(ExprId e) const;
  bool isWorthAName(ExprId e) const;
  unsigned weightOf(ExprId e) const;

  ExprPool& pool_;
  TermNames names_;
  std::unordered_map<uint32_t, bool> seen_;
  Definitions new_;
};

}  // namespace cleave::expr
