#include "solver/scan.h"

#include <algorithm>

#include "support/check.h"

namespace cleave::solver {

using expr::ExprId;
using expr::Family;
using expr::Op;
using expr::Sort;

namespace {

// A rounded float operation in gates, such that a gate costs Z3 about a microsecond, as it does for bits (measured). Division, root and fma
// are heavy in any company.
uint64_t floatGates(Op op, unsigned width) {
  uint64_t scale = width >= 64 ? 4 : 1;
  if (familyOf(op) != Family::FloatArithmetic) return 6'000 * scale;
  if (op == Op::FAdd || op == Op::FSub) return 5'000 * scale;
  return (op == Op::FMul ? 12'000 : 100'000) * scale;
}

// A shift or product by a constant costs about an addition; a comparison with one is propagated.
bool hasConstantOperand(const expr::ExprPool& pool, ExprId e) {
  std::span<const ExprId> operands = pool.operands(e);
  return std::any_of(operands.begin(), operands.end(), [&](ExprId operand) { return pool.isConstant(operand); });
}

uint64_t gatesOfWidth(const expr::ExprPool& pool, ExprId e, unsigned width) {
  Op op = pool.op(e);
  switch (familyOf(op)) {
    case Family::Leaf:
    case Family::Truth:
    case Family::Equality:
    case Family::Bitwise:
    case Family::Resize:
    case Family::Apply:
      return 3 * width;
    case Family::Choice:
      return op == Op::Read ? 3 * width * pool.operands(e).size() : 3 * width;
    case Family::Arithmetic:
      if (op != Op::Mul) return 10 * width;
      return hasConstantOperand(pool, e) ? 20 * width : uint64_t{8} * width * width;
    case Family::Division:
      return uint64_t{16} * width * width;
    case Family::Shift:
      return hasConstantOperand(pool, e) ? width : 24 * width;
    case Family::Order:
      return (hasConstantOperand(pool, e) ? 2 : 10) * width;
    case Family::FloatSign:
    case Family::FloatComparison:
    case Family::FloatPattern:
      return 10 * width;
    case Family::FloatArithmetic:
    case Family::FloatRounding:
    case Family::FloatConversion:
      return floatGates(op, width);
  }
  UNREACHABLE("an operation of no family");
}

// By the wider of result and first operand: a comparison yields one bit, but works on all of them.
uint64_t gatesOf(const expr::ExprPool& pool, ExprId e) {
  std::span<const ExprId> operands = pool.operands(e);
  unsigned width = pool.sort(e).width;
  if (!operands.empty()) width = std::max<unsigned>(width, pool.sort(operands[0]).width);
  return gatesOfWidth(pool, e, width);
}

// Beyond comparing and the sign.
bool isFloatArithmetic(Op op) {
  Family family = familyOf(op);
  return family == Family::FloatArithmetic || family == Family::FloatRounding || family == Family::FloatConversion;
}

}  // namespace

void QueryScan::visit(ExprId e) {
  if (seen_[e.value] == walk_) return;
  seen_[e.value] = walk_;
  work_.push_back(e);
}

QueryShape QueryScan::shapeOf(std::span<const ExprId> conjunction) {
  if (seen_.size() < pool_.size()) seen_.resize(pool_.size(), 0);
  if (++walk_ == 0) {
    std::fill(seen_.begin(), seen_.end(), 0);
    walk_ = 1;
  }
  QueryShape shape;
  for (ExprId literal : conjunction) visit(literal);
  while (!work_.empty()) {
    ExprId e = work_.back();
    work_.pop_back();
    ++shape.nodes;
    shape.gates += gatesOf(pool_, e);
    shape.floats |= pool_.sort(e).isFloat();
    shape.floatArithmetic |= isFloatArithmetic(pool_.op(e));
    shape.functions |= pool_.op(e) == Op::Apply;
    if (pool_.op(e) == Op::Symbol) shape.symbols.push_back(pool_.symbolOf(e));
    for (ExprId operand : pool_.operands(e)) visit(operand);
  }
  std::sort(shape.symbols.begin(), shape.symbols.end());
  return shape;
}

bool FunctionFinder::decide(ExprId e) {
  if (marks_[e.value] != Mark::Unseen) return true;
  bool waiting = false;
  bool found = pool_.op(e) == Op::Apply;
  for (ExprId operand : pool_.operands(e)) {
    found |= marks_[operand.value] == Mark::Yes;
    if (marks_[operand.value] != Mark::Unseen) continue;
    work_.push_back(operand);
    waiting = true;
  }
  if (waiting) return false;
  marks_[e.value] = found ? Mark::Yes : Mark::No;
  return true;
}

bool FunctionFinder::holdsFunction(ExprId e) {
  if (marks_.size() < pool_.size()) marks_.resize(pool_.size(), Mark::Unseen);
  work_.assign(1, e);
  while (!work_.empty()) {
    ExprId next = work_.back();
    if (decide(next)) work_.pop_back();
  }
  return marks_[e.value] == Mark::Yes;
}

bool FunctionFinder::anyHoldsFunction(std::span<const ExprId> conjunction) {
  return std::any_of(conjunction.begin(), conjunction.end(), [&](ExprId literal) { return holdsFunction(literal); });
}

}  // namespace cleave::solver
