#include "explore/evidence.h"

#include <algorithm>
#include <set>
#include <span>

namespace cleave::explore {

using expr::ExprId;
using result::PartitionKind;

namespace {

// A statement holds as it stands, for whoever asks: what counts as an input at all is part of it, as far as it speaks of the same cells, or
// of others that are bound to them. The rest has members of its own, whatever these are, so the answer is the same with and without it.
Statement within(expr::ExprPool& pool, const std::vector<ExprId>& domain, Statement statement) {
  std::set<expr::SymbolId> reached;
  const auto reach = [&](ExprId e) {
    for (const expr::SymbolId symbol : pool.symbolsOf(e)) reached.insert(symbol);
  };
  for (const ExprId each : statement.assertions) reach(each);
  std::vector<bool> taken(domain.size(), false);
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t k = 0; k < domain.size(); ++k) {
      if (taken[k] || std::ranges::none_of(pool.symbolsOf(domain[k]), [&](expr::SymbolId each) { return reached.contains(each); })) continue;
      taken[k] = grew = true;
      reach(domain[k]);
    }
  }
  for (size_t k = 0; k < domain.size(); ++k)
    if (taken[k]) statement.assertions.push_back(domain[k]);
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
    return within(pool, domain, std::move(statement));
  }
  const std::vector<ExprId>& literals = claim.condition.literals;
  if (claim.condition.firstRelation == literals.size()) return std::nullopt;
  statement.words = kind == PartitionKind::Equal ? "The condition of the partition, and that the observations differ: unsatisfiable."
                                                 : "The condition of the partition, and that the observations are equal: unsatisfiable.";
  statement.assertions = literals;
  statement.assertions.push_back(pool.notOf(pool.conjunction(std::span(literals).subspan(claim.condition.firstRelation))));
  return within(pool, domain, std::move(statement));
}

Statement stateIntended(expr::ExprPool& pool, std::vector<ExprId> question, uint32_t partition, const std::vector<ExprId>& domain) {
  Statement statement{"p" + std::to_string(partition) + "-intended",
                      "The condition of the partition, and that its difference is not as intended: unsatisfiable.", std::move(question)};
  statement.partition = partition;
  return within(pool, domain, std::move(statement));
}

std::vector<Statement> stateExact(expr::ExprPool& pool, const std::optional<groups::Refuted>& refuted, uint32_t group, bool covered,
                                  const std::vector<ExprId>& domain) {
  if (!refuted) return {};
  const std::string name = "group" + std::to_string(group);
  Statement without{name + "-members", "Some input of the group's partitions does not satisfy its condition: unsatisfiable.", {refuted->without}};
  Statement beyond{name + "-others",
                   covered ? "Some input that is in none of the group's partitions satisfies its condition: unsatisfiable."
                           : "Some input of another partition, and of none of the group's, satisfies its condition: unsatisfiable.",
                   {refuted->beyond}};
  without.group = beyond.group = group;
  return {within(pool, domain, std::move(without)), within(pool, domain, std::move(beyond))};
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

Statement stateCoverage(Cover& cover, const std::vector<ExprId>& domain, const std::vector<bool>& undecided) {
  Statement statement{"coverage", "Some input lies in no partition: unsatisfiable.", cover.outside(undecided)};
  statement.assertions.insert(statement.assertions.end(), domain.begin(), domain.end());
  return statement;
}

}  // namespace cleave::explore
