// One version of an entry by itself, as the two sides of a comparison: what belongs to the other version is left out.
#pragma once

#include "change/change.h"
#include "explore/explore.h"
#include "support/both.h"

namespace cleave::explore {

struct Alone {
  const program::Program& program;
  Entry entry;

  // `known`: the version compared with itself, as whoever looks at many entries has it; null: nobody has.
  Alone(const Task& pair, Side side, const change::Changes* known = nullptr)
      : program(side == Side::Before ? pair.before : pair.after), entry(pair.entry), known_(known) {
    if (known == nullptr) own_ = change::findChanges(program, program);
    entry.before = entry.after = side == Side::Before ? pair.entry.before : pair.entry.after;
  }

  Task task(expr::ExprPool& pool) const { return {program, program, known_ != nullptr ? *known_ : own_, entry, pool}; }

 private:
  const change::Changes* known_;
  change::Changes own_;
};

}  // namespace cleave::explore
