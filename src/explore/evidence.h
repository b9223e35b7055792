// The evidence of a walk: statements whose formulas any solver can check, without this one. What is stated: that a partition's observations
// are equal (or different) on all of it, that its differences are intended, that the condition of a group is exact, that code which counts as clean although it was rewritten computes the same, and that no input is
// left out. Nothing is decided here; driver/evidence.h writes the files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explore/claim.h"
#include "explore/cover.h"
#include "explore/tracking.h"
#include "groups/describe.h"
#include "result/result.h"

namespace cleave::explore {

struct Statement {
  std::string name;                        // unique within the entry: "p3-equal", "coverage"
  std::string words;                       // what the answer means, for people; any number of lines
  std::vector<expr::ExprId> assertions;    // over input cells and leaves, or whatever symbols occur
  bool expectSat = false;                  // otherwise: unsatisfiable
  std::optional<uint32_t> partition = {};  // the partition that it is about
  std::optional<uint32_t> group = {};      // the group
};

// None where nothing had to be proved.
std::optional<Statement> stateRelation(expr::ExprPool& pool, const Claim& claim, result::PartitionKind kind, uint32_t partition,
                                       const std::vector<expr::ExprId>& domain);
// `question`: see intention.h; it has no answer.
Statement stateIntended(expr::ExprPool& pool, std::vector<expr::ExprId> question, uint32_t partition, const std::vector<expr::ExprId>& domain);
// That the condition of a group is exact, where something had to be proved for it. `covered`: the partitions hold every input.
std::vector<Statement> stateExact(expr::ExprPool& pool, const std::optional<groups::Refuted>& refuted, uint32_t group, bool covered,
                                  const std::vector<expr::ExprId>& domain);
std::vector<Statement> stateSameValues(const Tracking& tracking, size_t first = 0);
// `undecided`: partitions that nothing is said of, and that are not needed.
Statement stateCoverage(Cover& cover, const std::vector<expr::ExprId>& domain, const std::vector<bool>& undecided = {});

}  // namespace cleave::explore
