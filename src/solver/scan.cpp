#include "solver/scan.h"

#include <algorithm>

#include "support/check.h"

namespace cleave::solver {

using expr::ExprId;
using expr::Op;
using expr::Sort;

namespace {

// A float operation in gates, such that a gate costs Z3 about a microsecond, as it does for bits (measured). Division, root and fma are
// heavy in any company.
uint64_t floatGates(Op op, unsigned width) {
  uint64_t scale = width >= 64 ? 4 : 1;
  switch (op) {
    case Op::FAdd:
    case Op::FSub:
      return 5'000 * scale;
    case Op::FMul:
      return 12'000 * scale;
    case Op::FConvert:
    case Op::FFromS:
    case Op::FFromU:
    case Op::FToS:
    case Op::FToU:
    case Op::FRoundEven:
    case Op::FRoundAway:
    case Op::FRoundUp:
    case Op::FRoundDown:
    case Op::FRoundToZero:
      return 6'000 * scale;
    case Op::FDiv:
    case Op::FSqrt:
    case Op::FFma:
      return 100'000 * scale;
    case Op::Constant:
    case Op::Symbol:
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Equal:
    case Op::Ite:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor:
    case Op::BitNot:
    case Op::Neg:
    case Op::Concat:
    case Op::Extract:
    case Op::ZExt:
    case Op::SExt:
    case Op::ULt:
    case Op::ULe:
    case Op::SLt:
    case Op::SLe:
    case Op::FNeg:
    case Op::FAbs:
    case Op::FEqual:
    case Op::FLt:
    case Op::FLe:
    case Op::FIsNan:
    case Op::FFromBits:
    case Op::FToBits:
    case Op::Read:
    case Op::Apply:
      return 10 * width;
  }
  UNREACHABLE("an operation of no kind");
}

// A shift or product by a constant costs about an addition; a comparison with one is propagated.
bool hasConstantOperand(const expr::ExprPool& pool, ExprId e) {
  std::span<const ExprId> operands = pool.operands(e);
  return std::any_of(operands.begin(), operands.end(), [&](ExprId operand) { return pool.isConstant(operand); });
}

uint64_t bitGates(const expr::ExprPool& pool, ExprId e, unsigned width) {
  switch (pool.op(e)) {
    case Op::Mul:
      return hasConstantOperand(pool, e) ? 20 * width : uint64_t{8} * width * width;
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
      return uint64_t{16} * width * width;
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      return hasConstantOperand(pool, e) ? width : 24 * width;
    case Op::Add:
    case Op::Sub:
    case Op::Neg:
      return 10 * width;
    case Op::ULt:
    case Op::ULe:
    case Op::SLt:
    case Op::SLe:
      return (hasConstantOperand(pool, e) ? 2 : 10) * width;
    case Op::Read:
      return 3 * width * pool.operands(e).size();
    case Op::Constant:
    case Op::Symbol:
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Equal:
    case Op::Ite:
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor:
    case Op::BitNot:
    case Op::Concat:
    case Op::Extract:
    case Op::ZExt:
    case Op::SExt:
    case Op::Apply:
      return 3 * width;
    case Op::FAdd:
    case Op::FSub:
    case Op::FMul:
    case Op::FDiv:
    case Op::FNeg:
    case Op::FAbs:
    case Op::FSqrt:
    case Op::FFma:
    case Op::FRoundEven:
    case Op::FRoundAway:
    case Op::FRoundUp:
    case Op::FRoundDown:
    case Op::FRoundToZero:
    case Op::FEqual:
    case Op::FLt:
    case Op::FLe:
    case Op::FIsNan:
    case Op::FConvert:
    case Op::FFromS:
    case Op::FFromU:
    case Op::FToS:
    case Op::FToU:
    case Op::FFromBits:
    case Op::FToBits:
      return floatGates(pool.op(e), width);
  }
  UNREACHABLE("an operation of no kind");
}

// By the wider of result and first operand: a comparison yields one bit, but works on all of them.
uint64_t gatesOf(const expr::ExprPool& pool, ExprId e) {
  std::span<const ExprId> operands = pool.operands(e);
  unsigned width = pool.sort(e).width;
  if (!operands.empty()) width = std::max<unsigned>(width, pool.sort(operands[0]).width);
  return bitGates(pool, e, width);
}

// Beyond comparing and the sign.
bool isFloatArithmetic(const expr::ExprPool& pool, ExprId e) {
  std::span<const ExprId> operands = pool.operands(e);
  bool touchesFloat = pool.sort(e).isFloat() || (!operands.empty() && pool.sort(operands[0]).isFloat());
  return touchesFloat && floatGates(pool.op(e), 1) > 1000;
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
    shape.floatArithmetic |= isFloatArithmetic(pool_, e);
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
