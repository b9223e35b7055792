// How much of the input space is proved equal, shown different, or open. Exact where the parts are unions of boxes (each literal speaks
// about one cell, by comparisons with constants), or where the space is small enough to walk through; otherwise by sampling, with a
// confidence interval.
#pragma once

#include <span>
#include <vector>

#include "expr/pool.h"
#include "result/result.h"
#include "support/budget.h"
#include "vm/run.h"

namespace cleave::explore {

// A partition: a conjunction of literals over input cells.
struct SharePart {
  result::PartitionKind kind = result::PartitionKind::Unfinished;
  std::vector<expr::ExprId> literals;
};

struct ShareOptions {
  bool covered = false;  // it is proved that every input lies in some part
  uint64_t samples = 20'000;
  Seconds limit{0.05};  // for the whole estimate, roughly
  uint64_t seed = 1;
  std::vector<expr::ExprId> domain;  // what counts as an input at all
};

// In first-come order: an input belongs to the first part that contains it. Parts hold at least one input each (their witness). A
// literal with uninterpreted functions, or over symbols that are no input cells, cannot be evaluated: its part then counts as open.
result::Shares estimateShares(expr::ExprPool& pool, const vm::InputSpace& plan, std::span<const SharePart> parts,
                              const ShareOptions& options);

}  // namespace cleave::explore
