// One version of an entry by itself, as the two sides of a comparison: what belongs to the other version is left out.
#pragma once

#include "change/change.h"
#include "explore/explore.h"
#include "support/both.h"

namespace cleave::explore {

struct Alone {
  const program::Program& program;
  change::Changes changes;
  Entry entry;

  Alone(const Task& pair, Side side)
      : program(side == Side::Before ? pair.before : pair.after), changes(change::findChanges(program, program)), entry(pair.entry) {
    entry.before = entry.after = side == Side::Before ? pair.entry.before : pair.entry.after;
  }

  Task task(expr::ExprPool& pool) const { return {program, program, changes, entry, pool}; }
};

}  // namespace cleave::explore
