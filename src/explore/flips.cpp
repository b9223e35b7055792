#include "explore/flips.h"

#include <algorithm>
#include <set>
#include <span>

namespace cleave::explore {

using expr::Assignment;
using expr::ExprId;
using result::PartitionKind;

namespace {

constexpr size_t kMostCases = 64;
constexpr size_t kMostFlips = 2'000;  // adjacent inputs queued from one path; the coverage question finds what is beyond

uint64_t mix(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15 + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccd;
}

// That none of a switch's cases was taken is one literal, and each case is a way of its own: only one of them would be asked for.
std::vector<ExprId> conjuncts(const expr::ExprPool& pool, ExprId literal) {
  std::vector<ExprId> parts{literal};
  for (size_t k = 0; k < parts.size() && parts.size() < kMostCases;) {
    if (pool.op(parts[k]) != expr::Op::And) {
      ++k;
      continue;
    }
    const std::span<const ExprId> operands = pool.operands(parts[k]);
    parts[k] = operands[0];
    parts.insert(parts.end(), operands.begin() + 1, operands.end());
  }
  return parts;
}

// A decision that is no branch goes on in its block, or ends the run where a check fails; then no change follows.
constexpr uint32_t kFailedCheck = 8;

uint32_t distanceOf(const vm::Decision& decision, const ChangeDistance& distances) {
  if (!decision.function.valid() || distances.blocksOf(decision.function) == 0) return 0;
  const std::optional<program::BlockIndex> block = distances.blockOf(decision.function, decision.instruction);
  if (!block) return 0;
  if (decision.edge != vm::Decision::kNoEdge) return distances.otherwise(decision.function, *block, decision.edge);
  const uint32_t distance = distances.of(decision.function, *block);
  return decision.kind == vm::DecisionKind::TrapCheck && distance != ChangeDistance::kFar ? distance + kFailedCheck : distance;
}

}  // namespace

// Where the run is nearest to a change for the first time: right before it, or at a call that leads there.
uint32_t Nearness::behindChange(const vm::Run& run, const ChangeDistance& distances) {
  uint32_t least = ChangeDistance::kFar, first = 0;
  for (uint32_t index = 0; index < run.decisions.size(); ++index) {
    const vm::Decision& decision = run.decisions[index];
    if (decision.edge == vm::Decision::kNoEdge || !decision.function.valid() || distances.blocksOf(decision.function) == 0) continue;
    const uint32_t distance = distances.along(decision.function, decision.edge);
    if (distance < least) least = distance, first = index + 1;
  }
  return first;
}

bool Nearness::isSwitch(size_t literal) const {
  const vm::Decision* decision = decisionOf(literal);
  return decision != nullptr && decision->kind == vm::DecisionKind::Switch;
}

const vm::Decision* Nearness::decisionOf(size_t literal) const {
  if (literal >= condition_.decisions.size()) return nullptr;
  const vm::Run& run = literal < condition_.firstAfter ? way_.run.before : way_.run.after;
  return &run.decisions[condition_.decisions[literal]];
}

Nearness::Nearness(const Condition& condition, const Flips::Way& way, bool executesChange)
    : condition_(condition), way_(way), executesChange_(executesChange) {
  if (executesChange) firstBehind_ = {behindChange(way.run.before, way.distances.before), behindChange(way.run.after, way.distances.after)};
}

uint32_t Nearness::of(size_t literal) const {
  const vm::Decision* decision = decisionOf(literal);
  if (decision == nullptr) return 0;
  const Side side = literal < condition_.firstAfter ? Side::Before : Side::After;
  if (executesChange_) return condition_.decisions[literal] < firstBehind_.of(side) ? 1 : 0;
  return distanceOf(*decision, way_.distances.of(side));
}

Flips::Flips(Workbench& bench)
    : bench_(bench), followsBoth_(bench.options().strategy == Strategy::Prv), needsChange_(bench.options().strategy == Strategy::Express) {}

void Flips::queue(Frontier& frontier, size_t index, const Path& path, PartitionKind kind, bool executesChange, const Way* way) {
  expr::ExprPool& pool = bench_.pool();
  const Condition& condition = path.condition;
  const std::vector<ExprId>& literals = condition.literals;
  const Promise promise = kind == PartitionKind::Unfinished ? Promise::Rest : executesChange ? Promise::Propagation : Promise::OtherChanges;
  std::vector<uint64_t> prefixHash(literals.size() + 1, 0);
  for (size_t i = firstLiteral(path); i < literals.size(); ++i) prefixHash[i + 1] = mix(prefixHash[i], literals[i].value);
  std::optional<Nearness> nearness;
  if (way != nullptr) nearness.emplace(condition, *way, executesChange && !needsChange_);
  const auto flip = [&](size_t prefix, ExprId negated, Promise how, uint32_t distance) {
    if (!pool.isFalse(negated)) frontier.addFlip(index, prefix, negated, mix(prefixHash[prefix], ~uint64_t{negated.value}), how, distance);
  };
  if (followsBoth_ && condition.firstRelation < literals.size()) {
    const ExprId relation = pool.conjunction(std::span(literals).subspan(condition.firstRelation));
    flip(condition.firstRelation, pool.notOf(relation), kind == PartitionKind::Equal ? Promise::Difference : Promise::Rest, 0);
  }
  size_t queued = 0;
  const auto flipRange = [&](size_t from, size_t to) {
    for (size_t i = from; i < to && queued < kMostFlips; ++i) {
      const uint32_t distance = nearness ? nearness->of(i) : 0;
      if (needsChange_ && distance == ChangeDistance::kFar) continue;
      for (const ExprId part : nearness && nearness->isSwitch(i) ? conjuncts(pool, literals[i]) : std::vector{literals[i]}) {
        flip(i, pool.notOf(part), promise, distance);
        ++queued;
      }
    }
  };
  if (followsBoth_) flipRange(condition.firstFix, condition.firstRelation);
  flipRange(condition.firstAfter, condition.firstFix);
  if (followsBoth_) flipRange(0, condition.firstAfter);
}

// Only the literals that share symbols with the negated one matter; the other cells keep the values they had on the path.
std::optional<Assignment> Flips::solve(const Path& path, const Work& flip) {
  std::vector<ExprId> conjunction = connected(path, flip);
  solver::Solution solution = bench_.seeker().solve(conjunction, bench_.limit(1));
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
