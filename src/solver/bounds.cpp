#include "solver/bounds.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "support/check.h"

namespace cleave::solver {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;

namespace {

// term <= value (upper) or term >= value (lower), both sides read as signed or unsigned numbers.
struct Bound {
  ExprId term;
  bool isSigned;
  bool upper;
  I128 value;
};

constexpr unsigned kWidest = 64;  // so that no number here leaves 128 bits

std::optional<Bound> boundOf(const ExprPool& pool, ExprId literal) {
  bool negated = pool.op(literal) == Op::Not;
  ExprId comparison = negated ? pool.operand(literal, 0) : literal;
  Op op = pool.op(comparison);
  bool isSigned = op == Op::SLt || op == Op::SLe;
  if (!isSigned && op != Op::ULt && op != Op::ULe) return std::nullopt;
  ExprId left = pool.operand(comparison, 0);
  ExprId right = pool.operand(comparison, 1);
  if (pool.isConstant(left) == pool.isConstant(right)) return std::nullopt;
  bool constantRight = pool.isConstant(right);
  ExprId constant = constantRight ? right : left;
  unsigned width = pool.sort(constant).width;
  if (width > kWidest) return std::nullopt;
  U128 bits = pool.constantBits(constant);
  I128 value = isSigned ? asSigned(bits, width) : static_cast<I128>(bits);

  // not (l < r) is r <= l: the other strictness, and the other side.
  bool strict = (op == Op::SLt || op == Op::ULt) != negated;
  bool upper = constantRight != negated;
  if (strict) value += upper ? -1 : 1;
  return Bound{constantRight ? left : right, isSigned, upper, value};
}

// The tightest bounds of one term in one reading, and the literals that state them.
struct Range {
  std::optional<I128> lower;
  std::optional<I128> upper;
  size_t lowerLiteral = 0;
  size_t upperLiteral = 0;

  void tighten(const Bound& bound, size_t literal) {
    if (bound.upper && (!upper || bound.value < *upper)) {
      upper = bound.value;
      upperLiteral = literal;
    }
    if (!bound.upper && (!lower || bound.value > *lower)) {
      lower = bound.value;
      lowerLiteral = literal;
    }
  }
  bool empty() const { return lower && upper && *lower > *upper; }
};

uint64_t keyOf(const Bound& bound) { return (uint64_t{bound.term.value} << 1) | (bound.isSigned ? 1 : 0); }

}  // namespace

bool keepTightestBounds(const ExprPool& pool, std::vector<ExprId>& literals) {
  std::unordered_map<uint64_t, Range> ranges;
  std::vector<std::optional<Bound>> bounds;
  for (size_t i = 0; i < literals.size(); ++i) {
    bounds.push_back(boundOf(pool, literals[i]));
    if (!bounds[i]) continue;
    Range& range = ranges[keyOf(*bounds[i])];
    range.tighten(*bounds[i], i);
    if (range.empty()) return false;
  }
  size_t kept = 0;
  for (size_t i = 0; i < literals.size(); ++i) {
    if (bounds[i]) {
      const Range& range = ranges.at(keyOf(*bounds[i]));
      if ((bounds[i]->upper ? range.upperLiteral : range.lowerLiteral) != i) continue;
    }
    literals[kept++] = literals[i];
  }
  literals.resize(kept);
  return true;
}

}  // namespace cleave::solver
