// The rewriter's entry points: fold constants, order operands, lift choices of constants, then the rules of the operation's family, and
// if none applies the node itself. The families are in rewrite_*.cpp.
#include "expr/rewrite.h"

#include <array>
#include <utility>

#include "expr/evaluate.h"
#include "support/check.h"

namespace cleave::expr {

// --- folding and lifting

ExprId Rewriter::plain(Op op, Sort sort, ExprId a, ExprId b) {
  std::array<ExprId, 2> operands{a, b};
  return pool_.intern(op, sort, 0, operands);
}

ExprId Rewriter::foldOf(Op op, Sort sort, std::span<const ExprId> constants, unsigned extractLow) {
  std::array<U128, 3> values{};
  for (size_t i = 0; i < constants.size(); ++i) values[i] = value(constants[i]);
  std::span<const U128> operands(values.data(), constants.size());
  Sort operand = this->sort(constants[0]);
  if (!foldIsDetermined(op, sort, operand, operands)) return {};
  return pool_.constant(sort, foldOperation(op, sort, operand, operands, extractLow));
}

ExprId Rewriter::liftUnary(Op op, Sort sort, ExprId a, unsigned extractLow) {
  if (!isConstIte(a)) return {};
  std::array<ExprId, 1> one{arg(a, 1)};
  std::array<ExprId, 1> other{arg(a, 2)};
  ExprId then = foldOf(op, sort, one, extractLow);
  ExprId otherwise = foldOf(op, sort, other, extractLow);
  return then && otherwise ? pool_.ite(arg(a, 0), then, otherwise) : ExprId{};
}

ExprId Rewriter::liftBinary(Op op, Sort sort, ExprId a, ExprId b) {
  bool choiceA = isConstIte(a);
  bool choiceB = isConstIte(b);
  if (!(choiceA || isConst(a)) || !(choiceB || isConst(b))) return {};
  if (choiceA && choiceB && arg(a, 0) != arg(b, 0)) return {};
  ExprId condition = arg(choiceA ? a : b, 0);
  std::array<ExprId, 2> one{choiceA ? arg(a, 1) : a, choiceB ? arg(b, 1) : b};
  std::array<ExprId, 2> other{choiceA ? arg(a, 2) : a, choiceB ? arg(b, 2) : b};
  ExprId then = foldOf(op, sort, one);
  ExprId otherwise = foldOf(op, sort, other);
  return then && otherwise ? pool_.ite(condition, then, otherwise) : ExprId{};
}

// --- entry points

ExprId Rewriter::unary(Op op, Sort sort, ExprId a) {
  if (isConst(a)) return foldOf(op, sort, {&a, 1});
  if (ExprId lifted = liftUnary(op, sort, a)) return lifted;
  ExprId better;
  if (op == Op::Not) {
    better = notRules(a);
  } else if (op == Op::BitNot) {
    better = bitNotRules(a);
  } else if (op == Op::Neg) {
    better = negRules(a);
  } else {
    better = floatUnary(op, a);
  }
  return better ? better : pool_.intern(op, sort, 0, {&a, 1});
}

ExprId Rewriter::binary(Op op, Sort sort, ExprId a, ExprId b) {
  if (kOpFacts[op].commutes == Commutes::Yes && (isConst(a) || (!isConst(b) && b < a))) std::swap(a, b);
  if (isConst(a) && isConst(b)) {
    std::array<ExprId, 2> operands{a, b};
    return foldOf(op, sort, operands);
  }
  if (ExprId lifted = liftBinary(op, sort, a, b)) return lifted;
  if (ExprId better = binaryRules(op, a, b)) return better;
  return plain(op, sort, a, b);
}

ExprId Rewriter::binaryRules(Op op, ExprId a, ExprId b) {
  switch (familyOf(op)) {
    case Family::Truth:
      return op == Op::Xor ? pool_.notOf(pool_.equal(a, b)) : andOrRules(op, a, b);
    case Family::Equality:
      if (a == b) return trueExpr();
      if (sort(a).isBool()) return equalBool(a, b);
      return sort(a).isFloat() ? equalFloat(a, b) : equalBits(a, b);
    case Family::Arithmetic:
      return op == Op::Add ? addRules(a, b) : op == Op::Sub ? subRules(a, b) : mulRules(a, b);
    case Family::Division:
      return divisionRules(op, a, b);
    case Family::Shift:
      return shiftRules(op, a, b);
    case Family::Bitwise:
      return bitwiseRules(op, a, b);
    case Family::Resize:
      return concatRules(a, b);
    case Family::Order:
      return orderRules(op, a, b);
    case Family::FloatArithmetic:
    case Family::FloatComparison:
      return floatBinary(op, a, b);
    case Family::Leaf:
    case Family::Choice:
    case Family::FloatSign:
    case Family::FloatRounding:
    case Family::FloatConversion:
    case Family::FloatPattern:
    case Family::Apply:
      break;
  }
  UNREACHABLE("not a binary operation");
}

ExprId Rewriter::ite(ExprId condition, ExprId then, ExprId otherwise) {
  if (ExprId better = iteRules(condition, then, otherwise)) return better;
  std::array<ExprId, 3> operands{condition, then, otherwise};
  return pool_.intern(Op::Ite, sort(then), 0, operands);
}

ExprId Rewriter::fma(ExprId a, ExprId b, ExprId c) {
  if (isConst(a) || (!isConst(b) && b < a)) std::swap(a, b);
  std::array<ExprId, 3> operands{a, b, c};
  if (isConst(a) && isConst(b) && isConst(c)) return foldOf(Op::FFma, sort(a), operands);
  if (isFloat(b, 1.0)) return bin(Op::FAdd, a, c);  // a * 1 is exact, so one rounding is left
  return pool_.intern(Op::FFma, sort(a), 0, operands);
}

ExprId Rewriter::extract(ExprId a, unsigned low, unsigned width) {
  Sort to = Sort::bits(width);
  if (isConst(a)) return foldOf(Op::Extract, to, {&a, 1}, low);
  if (ExprId lifted = liftUnary(Op::Extract, to, a, low)) return lifted;
  if (ExprId better = extractRules(a, low, width)) return better;
  return pool_.intern(Op::Extract, to, low, {&a, 1});
}

ExprId Rewriter::extend(Op op, ExprId a, unsigned width) {
  Sort to = Sort::bits(width);
  if (isConst(a)) return foldOf(op, to, {&a, 1});
  if (ExprId lifted = liftUnary(op, to, a)) return lifted;
  if (ExprId better = extendRules(op, a, width)) return better;
  return pool_.intern(op, to, 0, {&a, 1});
}

ExprId Rewriter::convert(Op op, ExprId a, Sort to) {
  if (isConst(a)) {
    if (ExprId folded = foldOf(op, to, {&a, 1})) return folded;
  }
  if (ExprId lifted = liftUnary(op, to, a)) return lifted;
  if (ExprId better = floatConvert(op, a, to)) return better;
  return pool_.intern(op, to, 0, {&a, 1});
}

ExprId Rewriter::read(ExprId index, std::span<const ExprId> elements) {
  if (ExprId better = readRules(index, elements)) return better;
  std::vector<ExprId> operands{index};
  operands.insert(operands.end(), elements.begin(), elements.end());
  return pool_.intern(Op::Read, sort(elements[0]), 0, operands);
}

}  // namespace cleave::expr
