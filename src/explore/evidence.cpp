#include "explore/evidence.h"

#include <span>

namespace cleave::explore {

using expr::ExprId;
using result::PartitionKind;

namespace {

// A statement holds as it stands, for whoever asks: what counts as an input at all is part of it.
Statement within(const std::vector<ExprId>& domain, Statement statement) {
  statement.assertions.insert(statement.assertions.end(), domain.begin(), domain.end());
  return statement;
}

}  // namespace

std::optional<Statement> stateRelation(expr::ExprPool& pool, const Claim& claim, PartitionKind kind, uint32_t partition,
                                       const std::vector<ExprId>& domain) {
  if (kind != PartitionKind::Equal && kind != PartitionKind::Different) return std::nullopt;
  Statement statement;
  statement.partition = partition;
  statement.name = "p" + std::to_string(partition) + (kind == PartitionKind::Equal ? "-equal" : "-different");
  if (kind == PartitionKind::Equal && !claim.obligation.empty()) {
    statement.words =
        "The decisions that the observations of both versions rely on, and that the observations differ: unsatisfiable, "
        "for all values of what both versions compute alike (leaf!...).";
    statement.assertions = claim.obligation;
    return within(domain, std::move(statement));
  }
  const std::vector<ExprId>& literals = claim.condition.literals;
  if (claim.condition.firstRelation == literals.size()) return std::nullopt;
  statement.words = kind == PartitionKind::Equal ? "The condition of the partition, and that the observations differ: unsatisfiable."
                                                 : "The condition of the partition, and that the observations are equal: unsatisfiable.";
  statement.assertions = literals;
  statement.assertions.push_back(pool.notOf(pool.conjunction(std::span(literals).subspan(claim.condition.firstRelation))));
  return within(pool, domain, std::move(statement));
}

std::vector<Statement> stateSameValues(const Tracking& tracking, size_t first) {
  std::vector<Statement> statements;
  for (const ExprId refuted : tracking.refuted())
    statements.push_back(
        {"same" + std::to_string(first + statements.size()),
         "Code that was rewritten computes another value than before, from some values of what it reads (value!...): unsatisfiable.",
         {refuted}});
  return statements;
}

Statement stateCoverage(Cover& cover, const std::vector<ExprId>& domain) {
  return within(domain, {"coverage", "Some input lies in no partition: unsatisfiable.", cover.outside()});
}

}  // namespace cleave::explore
