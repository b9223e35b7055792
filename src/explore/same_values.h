// Rewritten code that computes the same: finds registers of both versions that provably hold the same value, given that what they are
// computed from is clean (change/impact.h). A reader that is matched then reads the same in both versions, and the change ends there: a
// rewritten condition does not put all that it decides out of step.
//
// The candidates are what matched instructions and phis that are impacted read or compute. Both registers are traced back through pure
// integer operations, and calls of functions that are nothing else, to clean registers with partners. These are the symbols of two
// formulas; that they never differ is shown by the expressions' rewriter or by the solver. With what was found impact is computed anew,
// which may make more registers clean, and so on.
//
// In a loop, what a rewritten condition reads is often clean only if the condition is the same. So formulas also go back to registers with
// partners that are impacted for now: such a proof says "the same if these are", and whether they are is for the propagation to find out.
#pragma once

#include <vector>

#include "change/change.h"
#include "change/impact.h"
#include "expr/pool.h"
#include "flow/definedness.h"
#include "flow/points_to.h"
#include "solver/solver.h"

namespace cleave::explore {

struct Proving {
  solver::Solver* solver = nullptr;  // null: nothing is proved, what looks changed is
  Seconds limit{1};                  // for all proofs of an entry
  bool needCleanInputs = true;       // false makes claims unsound (change/impact.h)
};

struct VersionFlow {
  const flow::PointsTo& pointsTo;
  const flow::Definedness& definedness;
};

struct ProvedImpact {
  change::Impact impact;
  change::SameValues same;
  // What the solver was asked: that two values differ, for some values of what they are computed from (value!...). Each is unsatisfiable.
  std::vector<expr::ExprId> refuted;
};

ProvedImpact findProvedImpact(const change::Changes& changes, const VersionFlow& before, const VersionFlow& after, expr::ExprPool& pool,
                              const Proving& proving);

}  // namespace cleave::explore
