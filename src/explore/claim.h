// From two tracked runs of one input to what may be claimed, and for which inputs: the condition of a partition.
//
// At output granularity the condition is all that the observations of both runs rely on, and their relation.
//
// At differential granularity:
//   unreached   no change ran: the decisions whose regions may execute one. Then the runs are in lock-step.
//   converged   the observations are equal for all values of the leaves, given the decisions L that they rely on: L, with only those leaves
//               expanded that L speaks about.
//   undefined   C gives both runs no meaning: the decisions that lead to their ends, at output granularity, too. Nothing is compared.
//   otherwise   L with all leaves expanded, and the relation of the observations as it was.
// An effect counts only if impacted code may cause it, since clean code traps, exits and prints alike in both versions. That holds as long
// as impacted code does not end the run, and prints nothing that clean code's ends and prints could cut short or come between: then all
// count. A difference is claimed only where everything is as it was.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explore/compare.h"
#include "explore/pair_runner.h"
#include "expr/substitute.h"
#include "solver/solver.h"

namespace cleave::explore {

// The condition of a partition: literals over input cells, in the order in which they are negated behind their prefixes.
struct Condition {
  std::vector<expr::ExprId> literals;  // of before, of after, fixes of the comparison, the relation
  size_t firstAfter = 0;
  size_t firstFix = 0;
  size_t firstRelation = 0;
  std::vector<uint32_t> decisions = {};  // of the literals before firstFix: which of the version's run; empty: of none
};

struct Claim {
  Comparison comparison;  // of everything that was shown
  Condition condition;
  std::string reason;             // why it is equal; empty for a difference
  std::vector<uint32_t> changes;  // those that interfere with a difference; those that ran otherwise
  Both<std::vector<uint32_t>> decisions;  // of both runs, that the condition has the literals of
  // Which observations are the same expression on the whole partition, by name ("return", "counter", "stdout"). Where nothing depends on
  // them, equal partitions may hold inputs that compute them in another way.
  std::set<std::string> fixed;
  // Of an equal one: members may end elsewhere than the witness, alike in both versions, and the condition does not tell where.
  bool mayEndElsewhere = false;
  std::vector<expr::ExprId> obligation;  // its unsatisfiability is what makes an equal partition equal; empty: nothing had to be solved
};

// All decisions of both runs, each literal once. `apart`: those of after are all there, even where before made the same decisions.
Condition conditionOfPaths(expr::ExprPool& pool, const PairRun& run, bool apart);
// What path granularity claims: on these paths, all that was shown is one expression.
Claim claimOfPaths(expr::ExprPool& pool, const PairRun& run, bool apart);

// The first decision of each literal.
std::vector<vm::Decision> withoutRepeats(std::vector<vm::Decision> decisions);

// What observations with these names rely on in both runs; "outcome" stands for how the runs end.
struct Roots {
  std::vector<vm::RelId> before;
  std::vector<vm::RelId> after;
};
Roots rootsOf(const PairRun& run, const std::set<std::string>& names);

// Turns leaves into what they were in these runs.
expr::Substitution leafExpansion(expr::ExprPool& pool, const PairRun& run);

class ClaimMaker {
 public:
  // `kept`: observations that are the same expression on the whole of a differing partition even if they do not differ.
  ClaimMaker(expr::ExprPool& pool, solver::Solver& solver, const PairRunner& runner, bool cuts, std::set<std::string> kept = {})
      : pool_(pool), solver_(solver), runner_(runner), cuts_(cuts), kept_(std::move(kept)) {}

  // The runs must be finished. Afterwards the expressions in `run` are over input cells alone.
  Claim make(PairRun& run, Seconds limit);

  // Of a run that stopped at a place where all stop: what leads there is all that matters, and so the condition. Nothing for other runs.
  std::optional<Claim> makeStopped(PairRun& run);

 private:
  expr::ExprPool& pool_;
  solver::Solver& solver_;
  const PairRunner& runner_;
  bool cuts_;
  std::set<std::string> kept_;
};

}  // namespace cleave::explore
