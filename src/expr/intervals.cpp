// A comparison of a term with a constant, signed or not, allows one run of values on the circle of 2^width values. Adding a constant to the
// term turns the run, subtracting from a constant mirrors it; so `i + 1 > 0` and `i > 0` speak about one term, i. Runs of one term are
// intersected.
#include "expr/intervals.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace cleave::expr {

namespace {

constexpr int kDeepestPeel = 64;

// From `from` upwards, wrapping, to `to`. A run of all values is written from == to + 1; an empty one has a flag.
struct Run {
  U128 from = 0;
  U128 to = 0;
  bool empty = false;
};

struct Constraint {
  ExprId term;
  Run run;
};

Run complement(Run run, unsigned width) {
  if (run.empty) return {0, maskOf(width), false};
  U128 from = truncateTo(run.to + 1, width);
  if (from == run.from) return {0, 0, true};
  return {from, truncateTo(run.from - 1, width), false};
}

// term op k, or with `flipped` k op term.
Run runOf(Op op, U128 k, bool flipped, unsigned width) {
  if (op == Op::Equal) return {k, k, false};
  bool isSigned = op == Op::SLt || op == Op::SLe;
  bool strict = op == Op::ULt || op == Op::SLt;
  U128 least = isSigned ? U128{1} << (width - 1) : 0;
  U128 most = isSigned ? maskOf(width - 1) : maskOf(width);
  if (strict && k == (flipped ? most : least)) return {0, 0, true};
  if (flipped) return {truncateTo(strict ? k + 1 : k, width), most, false};
  return {least, truncateTo(strict ? k - 1 : k, width), false};
}

bool isOrder(Op op) { return op == Op::Equal || familyOf(op) == Family::Order; }

// Moves the constraint from x + k, k - x, -x and ~x to x.
void peel(const ExprPool& pool, Constraint& constraint) {
  unsigned width = pool.sort(constraint.term).width;
  Run& run = constraint.run;
  for (int i = 0; i < kDeepestPeel; ++i) {
    ExprId e = constraint.term;
    Op op = pool.op(e);
    if (op == Op::Add && pool.isConstant(pool.operand(e, 1))) {
      U128 k = pool.constantBits(pool.operand(e, 1));
      run = {truncateTo(run.from - k, width), truncateTo(run.to - k, width), run.empty};
      constraint.term = pool.operand(e, 0);
    } else if (op == Op::Neg || op == Op::BitNot || (op == Op::Sub && pool.isConstant(pool.operand(e, 0)))) {
      U128 k = op == Op::Neg ? 0 : op == Op::BitNot ? maskOf(width) : pool.constantBits(pool.operand(e, 0));
      run = {truncateTo(k - run.to, width), truncateTo(k - run.from, width), run.empty};
      constraint.term = pool.operand(e, op == Op::Sub ? 1 : 0);
    } else {
      return;
    }
  }
}

std::optional<Constraint> constraintOf(const ExprPool& pool, ExprId literal) {
  bool negated = pool.op(literal) == Op::Not;
  if (negated) literal = pool.operand(literal, 0);
  Op op = pool.op(literal);
  if (!isOrder(op)) return std::nullopt;
  ExprId a = pool.operand(literal, 0);
  ExprId b = pool.operand(literal, 1);
  if (!pool.sort(a).isBits() || pool.isConstant(a) == pool.isConstant(b)) return std::nullopt;
  bool flipped = pool.isConstant(a);
  unsigned width = pool.sort(a).width;
  Run run = runOf(op, pool.constantBits(flipped ? a : b), flipped, width);
  Constraint constraint{flipped ? b : a, negated ? complement(run, width) : run};
  peel(pool, constraint);
  return constraint;
}

std::vector<Range> rangesOf(Run run, unsigned width) {
  if (run.empty) return {};
  if (run.from <= run.to) return {{run.from, run.to}};
  return {{0, run.to}, {run.from, maskOf(width)}};
}

std::vector<Range> intersection(const std::vector<Range>& a, const std::vector<Range>& b) {
  std::vector<Range> result;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    U128 low = std::max(a[i].low, b[j].low);
    U128 high = std::min(a[i].high, b[j].high);
    if (low <= high) result.push_back({low, high});
    a[i].high < b[j].high ? ++i : ++j;
  }
  return result;
}

// Ranges that touch become one; (a run that wraps is cut at zero and may touch itself there only in the signed order).
std::vector<Range> joinTouching(const std::vector<Range>& ranges, unsigned width) {
  std::vector<Range> result;
  for (const Range& range : ranges) {
    if (!result.empty() && truncateTo(result.back().high + 1, width) == range.low) {
      result.back().high = range.high;
    } else {
      result.push_back(range);
    }
  }
  return result;
}

// The literals without their conjunctions, each once, in order.
std::vector<ExprId> atomsOf(const ExprPool& pool, std::span<const ExprId> literals) {
  std::vector<ExprId> atoms;
  std::unordered_set<ExprId> seen;
  std::vector<ExprId> work(literals.rbegin(), literals.rend());
  while (!work.empty()) {
    ExprId e = work.back();
    work.pop_back();
    if (!seen.insert(e).second) continue;
    if (pool.op(e) == Op::And) {
      work.push_back(pool.operand(e, 1));
      work.push_back(pool.operand(e, 0));
    } else if (!pool.isTrue(e)) {
      atoms.push_back(e);
    }
  }
  return atoms;
}

}  // namespace

namespace {

// What a widened term may be at all, as ranges of the wide one.
std::vector<Range> possible(Op op, unsigned narrow, unsigned width) {
  const U128 half = U128{1} << (narrow - 1);
  if (op == Op::ZExt) return {{0, maskOf(narrow)}};
  return {{0, half - 1}, {maskOf(width) - half + 1, maskOf(width)}};
}

// Of a widened term: the values that the narrow one may have. Nothing where the bounds are such values themselves: then a reader has no need to know that it was widened.
std::optional<std::vector<Range>> narrowed(const ExprPool& pool, ExprId term, const std::vector<Range>& ranges) {
  const Op op = pool.op(term);
  if (op != Op::SExt && op != Op::ZExt) return std::nullopt;
  const unsigned width = pool.sort(term).width, narrow = pool.sort(pool.operand(term, 0)).width;
  if (narrow < 2) return std::nullopt;
  const std::vector<Range> all = possible(op, narrow, width);
  const auto isPossible = [&](U128 value) { return std::ranges::any_of(all, [&](const Range& each) { return each.low <= value && value <= each.high; }); };
  const auto isBound = [&](U128 value) { return value == 0 || value == maskOf(width) || isPossible(value); };
  if (std::ranges::all_of(ranges, [&](const Range& each) { return isBound(each.low) && isBound(each.high); })) return std::nullopt;
  std::vector<Range> values;
  for (const Range& each : intersection(ranges, all)) values.push_back({truncateTo(each.low, narrow), truncateTo(each.high, narrow)});
  std::ranges::sort(values, {}, &Range::low);
  return joinTouching(values, narrow);
}

}  // namespace

std::optional<std::vector<Conjunct>> mergeLiterals(const ExprPool& pool, std::span<const ExprId> literals) {
  std::vector<Conjunct> conjuncts;
  std::unordered_map<ExprId, size_t> placeOf;  // of a term that has ranges
  for (ExprId atom : atomsOf(pool, literals)) {
    if (pool.isFalse(atom)) return std::nullopt;
    std::optional<Constraint> constraint = constraintOf(pool, atom);
    if (!constraint) {
      conjuncts.push_back({atom, {}});
      continue;
    }
    ExprId term = constraint->term;
    std::vector<Range> allowed = rangesOf(constraint->run, pool.sort(term).width);
    if (std::optional<std::vector<Range>> narrow = narrowed(pool, term, allowed)) {
      term = pool.operand(term, 0);
      allowed = std::move(*narrow);
    }
    const unsigned width = pool.sort(term).width;
    auto [found, isNew] = placeOf.emplace(term, conjuncts.size());
    if (isNew) conjuncts.push_back({term, {{0, maskOf(width)}}});
    std::vector<Range>& ranges = conjuncts[found->second].ranges;
    ranges = joinTouching(intersection(ranges, allowed), width);
    if (ranges.empty()) return std::nullopt;
  }
  std::erase_if(conjuncts,
                [&](const Conjunct& c) { return c.ranges.size() == 1 && c.ranges[0] == Range{0, maskOf(pool.sort(c.term).width)}; });
  return conjuncts;
}

std::vector<Range> inSignedOrder(const std::vector<Range>& ranges, unsigned width) {
  U128 half = U128{1} << (width - 1);
  std::vector<Range> negative;
  std::vector<Range> positive;
  for (const Range& range : ranges) {
    if (range.low < half) positive.push_back({range.low, std::min(range.high, half - 1)});
    if (range.high >= half) negative.push_back({std::max(range.low, half), range.high});
  }
  negative.insert(negative.end(), positive.begin(), positive.end());
  return joinTouching(negative, width);
}

}  // namespace cleave::expr
