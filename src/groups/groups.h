// From partitions to the few groups that a person reads: which belong together, what they have in common, and an input that shows it. The
// partitions stay what the claims are made of.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "groups/cluster.h"
#include "groups/describe.h"
#include "groups/part.h"
#include "result/result.h"
#include "solver/solver.h"
#include "support/budget.h"

namespace cleave::groups {

struct Question {
  expr::ExprPool& pool;
  solver::Solver& solver;
  std::span<const Cell> cells;
  std::span<const result::Partition> partitions;
  std::span<const Part> parts;  // of the same
  bool isComplete = false;      // they hold every input
  Seconds limit{1};             // for all descriptions
  const StopFlag* stop = nullptr;
};

struct Grouped {
  result::Group group;                   // without its share
  expr::ExprId condition = {};           // what its text says
  std::optional<Refuted> refuted = {};   // of an exact one that no member says itself
};

std::vector<Grouped> makeGroups(const Question& question);
// Of partitions whose caller knows which belong together.
std::vector<Grouped> makeGroups(const Question& question, const Clusters& clusters);

}  // namespace cleave::groups
