// What a reviewer wants to know first of a difference: does it show only where before overflows, only for NaN, only for a null pointer,
// only for an empty string? Each is a question about all members of the partition: has it one that is not so? Only "no" makes a mark.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/entry.h"
#include "expr/pool.h"
#include "solver/solver.h"
#include "vm/run.h"

namespace cleave::explore {

// Before with an end wherever a signed operation overflows (frontend/overflow_checks.h), bound to the same cells.
struct CheckedVersion {
  const program::Program& program;
  vm::EntryBinding binding;
};

struct MarkQuestion {
  expr::ExprPool& pool;
  solver::Solver& solver;  // within the domain
  const Entry& entry;
  const std::vector<expr::ExprId>& literals;  // the condition of the partition
  const expr::Assignment& witness;
  const CheckedVersion* checked = nullptr;  // null: overflow is not asked about
  vm::RunLimits limits;
  const Budget& budget;
  Seconds limit;  // of a question to the solver
};

std::vector<std::string> marksOf(const MarkQuestion& question);

}  // namespace cleave::explore
