// Why an input behaves differently: branches that could be the cause, by the conditions under which the differing observations are computed
// in both versions (g in before, h in after).
//
// A branch of after is suspected if some other input is computed as this one in before (g holds), goes the same way in after up to that
// branch, and then the other way: there after treats alike, or apart, what before does not. If no branch of after is suspected, the
// mirrored question is asked of before's branches. Where the difference is not in control flow at all, the values tell (parting.h).
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explore/classify.h"
#include "explore/explore.h"
#include "support/both.h"

namespace cleave::explore {

struct Suspect {
  Side side = Side::After;       // whose branch it is
  program::FunctionId function;  // in library code: the call that led there
  program::InstIndex instruction = 0;
  expr::ExprId literal;          // what held on the explained input
  expr::Assignment alternative;  // the other input
  PairRun run;                   // of the alternative, concretely
  bool agrees = false;           // both versions show the same on it
  bool isChanged = false;        // the branch, or what it compares, is changed code
};

struct Explanation {
  PairRun run;  // of the explained input
  Comparison comparison;
  std::vector<uint32_t> changes;  // those that interfere
  size_t beforeLiterals = 0;      // of g
  size_t afterLiterals = 0;       // of h
  size_t formulaNodes = 0;        // of all questions together
  std::vector<Suspect> suspects;  // best first; one for each place
  bool mirrored = false;          // they are branches of before
  uint64_t questions = 0;
  uint64_t undecided = 0;
  double solverSeconds = 0;
};

// None when a run did not finish: `why` tells. At path granularity g and h are the conditions of the whole paths, as in the original
// method.
std::optional<Explanation> explain(const Task& task, const Options& options, const expr::Assignment& input, std::string& why,
                                   const StopFlag* stop);

}  // namespace cleave::explore
