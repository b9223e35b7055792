// Stages: of an entry with more ways than there is time for, inputs of small sizes come first (short texts, few elements, pointers that do
// not lead far), and larger ones when all of these are dealt with. So what is proved when the time is over is a whole: every input up to
// some sizes. Sizes grow one at a time, and only those that it takes to come to an input that lies in no partition: where the code looks.
//
// A stage narrows where inputs are looked for, and nothing else: what is claimed of a partition is proved for all of its inputs, so every
// partition of an earlier stage stands in all later ones.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "expr/evaluate.h"
#include "explore/entry.h"

namespace cleave::explore {

// The inputs up to some sizes, as they are told.
struct Stage {
  std::vector<expr::ExprId> literals;                       // conjunction
  std::vector<std::pair<std::string, std::string>> bounds;  // those of the plan, and what holds instead
};

class Stages {
 public:
  // The first one: everything is as small as it can be.
  Stages(const Entry& entry, expr::ExprPool& pool);

  bool isWhole() const;                                                // all sizes are those of the plan
  const std::vector<expr::ExprId>& literals() const { return literals_; }  // conjunction: an input is of these sizes
  bool holds(const expr::Assignment& input) const;
  // The input with what is too large made smaller.
  expr::Assignment cut(expr::Assignment input) const;

  void growFor(const expr::Assignment& input);  // what the input has too large grows by one; if nothing is, all
  void growAll();

  // What there is to say of this stage. Sizes of cells that nobody asks for (`asked`: all that conditions speak of) are no matter.
  Stage told(const std::set<expr::SymbolId>& asked) const;

 private:
  const vm::InputCell& cellOf(const EntrySize& size, size_t k) const { return entry_.space.cells[size.cells[k]]; }
  expr::ExprId literal(const EntrySize& size, uint64_t now) const;
  bool exceeds(size_t k, const expr::Assignment& input) const;
  void grow(size_t k);
  void state();

  const Entry& entry_;
  expr::ExprPool& pool_;
  std::vector<uint64_t> now_;  // by size of the entry
  std::vector<expr::ExprId> literals_;
};

}  // namespace cleave::explore
