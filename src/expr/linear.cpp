#include "expr/linear.h"

#include <map>

namespace cleave::expr {

namespace {

constexpr size_t kMostNodes = 4'000;

// A sum of factor * term modulo 2^width. Terms may be narrower: they count as zero-extended. Operands have smaller ids than what is made of
// them, so taking the largest id first meets every expression once, with all that is asked of it.
class Sum {
 public:
  Sum(const ExprPool& pool, unsigned width) : pool_(pool), width_(width) {}

  void add(ExprId e, U128 factor) { factors_[e] += factor; }

  // False: too much work.
  bool flatten() {
    size_t nodes = 0;
    for (auto next = factors_.rbegin(); next != factors_.rend(); next = factors_.rbegin()) {
      if (++nodes > kMostNodes) return false;
      const ExprId e = next->first;
      const U128 factor = truncateTo(next->second, width_);
      factors_.erase(e);
      if (factor != 0 && !expand(e, factor)) terms_[e] = factor;
    }
    return true;
  }

  bool isConstant() const { return terms_.empty(); }
  U128 constant() const { return truncateTo(constant_, width_); }

 private:
  // Only the low bits of `e` that it has can matter for the result: then sums in it are sums modulo 2^width_, too.
  bool reachesTop(ExprId e, U128 factor) const {
    const unsigned missing = width_ - pool_.sort(e).width;
    return truncateTo(factor, missing) == 0;
  }

  bool expand(ExprId e, U128 factor) {
    const auto operand = [&](size_t i) { return pool_.operand(e, i); };
    if (pool_.isConstant(e)) {
      constant_ += factor * pool_.constantBits(e);
      return true;
    }
    const Op op = pool_.op(e);
    if (op == Op::ZExt) {
      add(operand(0), factor);
      return true;
    }
    if (op == Op::Concat) {
      add(operand(0), factor << pool_.sort(operand(1)).width);
      add(operand(1), factor);
      return true;
    }
    if (!reachesTop(e, factor)) return false;
    if (op == Op::Extract && pool_.extractLow(e) == 0 && pool_.sort(operand(0)).width <= width_) {
      add(operand(0), factor);
    } else if (op == Op::Add) {
      add(operand(0), factor);
      add(operand(1), factor);
    } else if (op == Op::Sub) {
      add(operand(0), factor);
      add(operand(1), -factor);
    } else if (op == Op::Neg) {
      add(operand(0), -factor);
    } else if (op == Op::BitNot) {  // -x - 1
      add(operand(0), -factor);
      constant_ -= factor;
    } else if (op == Op::Mul && pool_.isConstant(operand(1))) {
      add(operand(0), factor * pool_.constantBits(operand(1)));
    } else {
      return false;
    }
    return true;
  }

  const ExprPool& pool_;
  unsigned width_;
  std::map<ExprId, U128> factors_;  // still to be looked at
  std::map<ExprId, U128> terms_;
  U128 constant_ = 0;
};

}  // namespace

std::optional<bool> linearlyEqual(const ExprPool& pool, ExprId a, ExprId b) {
  if (a == b) return true;
  if (!pool.sort(a).isBits()) return std::nullopt;
  Sum difference(pool, pool.sort(a).width);
  difference.add(a, 1);
  difference.add(b, ~U128{0});
  if (!difference.flatten() || !difference.isConstant()) return std::nullopt;
  return difference.constant() == 0;
}

ExprId equalValues(ExprPool& pool, ExprId a, ExprId b) {
  const std::optional<bool> known = linearlyEqual(pool, a, b);
  return known ? pool.boolean(*known) : pool.equal(a, b);
}

}  // namespace cleave::expr
