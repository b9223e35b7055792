#include "explore/flips.h"

#include <algorithm>
#include <set>
#include <span>

namespace cleave::explore {

using expr::Assignment;
using expr::ExprId;
using result::PartitionKind;

namespace {

constexpr size_t kMostFlips = 2'000;  // adjacent inputs queued from one path; the coverage question finds what is beyond

uint64_t mix(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15 + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccd;
}

}  // namespace

Flips::Flips(Workbench& bench) : bench_(bench), followsBoth_(bench.options().strategy == Strategy::Prv) {
  if (bench.options().strategy == Strategy::Express) reach_.emplace(bench.task().after, bench.task().changes.marks.after);
}

void Flips::queue(Frontier& frontier, size_t index, const Path& path, PartitionKind kind, bool executesChange) {
  expr::ExprPool& pool = bench_.pool();
  const Condition& condition = path.condition;
  const std::vector<ExprId>& literals = condition.literals;
  const Promise promise = kind == PartitionKind::Unfinished ? Promise::Rest : executesChange ? Promise::Propagation : Promise::OtherChanges;
  std::vector<uint64_t> prefixHash(literals.size() + 1, 0);
  for (size_t i = firstLiteral(path); i < literals.size(); ++i) prefixHash[i + 1] = mix(prefixHash[i], literals[i].value);
  const auto flip = [&](size_t prefix, ExprId negated, Promise how) {
    if (!pool.isFalse(negated)) frontier.addFlip(index, prefix, negated, mix(prefixHash[prefix], ~uint64_t{negated.value}), how);
  };
  if (followsBoth_ && condition.firstRelation < literals.size()) {
    const ExprId relation = pool.conjunction(std::span(literals).subspan(condition.firstRelation));
    flip(condition.firstRelation, pool.notOf(relation), kind == PartitionKind::Equal ? Promise::Difference : Promise::Rest);
  }
  size_t queued = 0;
  const auto flipRange = [&](size_t from, size_t to) {
    for (size_t i = from; i < to && queued < kMostFlips; ++i) {
      if (reach_ && !mayReachChange(path, i)) continue;
      flip(i, pool.notOf(literals[i]), promise);
      ++queued;
    }
  };
  if (followsBoth_) flipRange(condition.firstFix, condition.firstRelation);
  flipRange(condition.firstAfter, condition.firstFix);
  if (followsBoth_) flipRange(0, condition.firstAfter);
}

bool Flips::mayReachChange(const Path& path, size_t literal) const {
  const vm::Decision& decision = path.afterDecisions[literal - path.condition.firstAfter];
  const std::vector<program::BlockIndex>& blockOf = bench_.task().after.function(decision.function).facts.blockOf;
  return decision.instruction >= blockOf.size() || reach_->beyond(decision.function, blockOf[decision.instruction]);
}

// Only the literals that share symbols with the negated one matter; the other cells keep the values they had on the path.
std::optional<Assignment> Flips::solve(const Path& path, const Work& flip) {
  std::vector<ExprId> conjunction = connected(path, flip);
  solver::Solution solution = bench_.solver().solve(conjunction, bench_.limit(1));
  if (solution.answer != solver::Answer::Satisfiable) return std::nullopt;  // unknown: the coverage question will tell
  if (bench_.options().smallFlips) solution.model = bench_.small().smaller(conjunction, std::move(solution.model), bench_.limit(1));
  Assignment input = path.input;
  input.resize(bench_.pool().symbolCount(), 0);
  std::set<expr::SymbolId> bound;
  for (const ExprId literal : conjunction)
    for (const expr::SymbolId symbol : bench_.pool().symbolsOf(literal)) bound.insert(symbol);
  for (const expr::SymbolId symbol : bound) input[symbol.value] = solution.model[symbol.value];
  return input;
}

std::vector<ExprId> Flips::connected(const Path& path, const Work& flip) {
  expr::ExprPool& pool = bench_.pool();
  const std::vector<ExprId>& domain = bench_.task().entry.domain;
  std::vector<bool> reached(pool.symbolCount(), false);
  for (const expr::SymbolId symbol : pool.symbolsOf(flip.negated)) reached[symbol.value] = true;
  std::vector<ExprId> candidates(path.condition.literals.begin() + static_cast<ptrdiff_t>(firstLiteral(path)),
                                 path.condition.literals.begin() + static_cast<ptrdiff_t>(flip.prefix));
  candidates.insert(candidates.end(), domain.begin(), domain.end());
  std::vector<bool> taken(candidates.size(), false);
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 0; i < candidates.size(); ++i) {
      if (taken[i]) continue;
      const std::vector<expr::SymbolId>& symbols = pool.symbolsOf(candidates[i]);
      if (std::none_of(symbols.begin(), symbols.end(), [&](expr::SymbolId s) { return reached[s.value]; })) continue;
      taken[i] = grew = true;
      for (const expr::SymbolId symbol : symbols) reached[symbol.value] = true;
    }
  }
  std::vector<ExprId> conjunction;
  for (size_t i = 0; i < candidates.size(); ++i)
    if (taken[i]) conjunction.push_back(candidates[i]);
  conjunction.push_back(flip.negated);
  return conjunction;
}

}  // namespace cleave::explore
