// How the runs of one input part: the steps of both versions, matched as the change analysis matches their code, up to where they take
// different ways; and on the way the places that compute different values.
#pragma once

#include <optional>
#include <vector>

#include "explore/explore.h"
#include "support/both.h"
#include "vm/trace.h"

namespace cleave::explore {

// A place where both versions are at the same step.
struct PartingPoint {
  program::SourceLoc before;
  program::SourceLoc after;
  bool isBranch = false;
  program::Type type;
  U128 beforeBits = 0;
  U128 afterBits = 0;
};

struct Parting {
  std::vector<PartingPoint> values;  // the first step of each line that computes something else; in order
  // Where the next steps are not the same any more: what each version does next. Absent: they never part.
  struct Way {
    size_t step = 0;          // of the trace: where it turned; where there is no branch to tell, the first that is its own
    program::SourceLoc next;  // unknown: the run ends
    // The comparison that decided it: the last one before. Its operands are of `type`.
    program::SourceLoc decided;
    program::Type type;
    bool isOfCharacters = false;  // one is a byte that was widened
    U128 left = 0, right = 0;
  };
  struct Ways {
    Way before;
    Way after;
  };
  std::optional<Ways> ways;
};

// Of two runs that were traced.
Parting partingOf(const Task& task, const Both<vm::Trace>& traces);
Parting findParting(const Task& task, const Options& options, const expr::Assignment& input, const StopFlag* stop);

}  // namespace cleave::explore
