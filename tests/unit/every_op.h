// One expression for each operation, of symbols x, y (8 bits), p, q (floats) and b, c (Bool), for tests that take all operations through a
// piece of code. An operation that is missing here fails every such test.
#pragma once

#include <vector>

#include "expr/pool.h"
#include "support/check.h"

namespace cleave::expr {

inline std::vector<Op> everyOp() {
  std::vector<Op> ops;
  for (size_t k = 0; k < enumCount<Op>(); ++k) ops.push_back(static_cast<Op>(k));
  return ops;
}

class EveryOp {
 public:
  explicit EveryOp(ExprPool& pool) : pool_(pool) {
    bits_ = {symbol("x", Sort::bits(8)), symbol("y", Sort::bits(8))};
    floats_ = {symbol("p", Sort::floating(32)), symbol("q", Sort::floating(32))};
    truths_ = {symbol("b", Sort::boolean()), symbol("c", Sort::boolean())};
  }

  // In the order of the symbols: in the range of every conversion, and no NaN.
  static Assignment values() { return {0xa5, 3, 0x40500000, 0x3fc00000, 1, 0}; }
  const std::vector<ExprId>& symbols() const { return symbols_; }

  ExprId make(Op op) {
    const OpFacts& facts = kOpFacts[op];
    const std::vector<ExprId>& operands = operandsOf(op);
    if (facts.result != ResultSort::Given && facts.operandCount == 1) return pool_.unary(op, operands[0]);
    if (facts.result != ResultSort::Given && facts.operandCount == 2) return pool_.binary(op, operands[0], operands[1]);
    if (op == Op::Constant) return pool_.bits(8, 77);
    if (op == Op::Symbol) return bits_[0];
    if (op == Op::FFma) return pool_.fma(floats_[0], floats_[1], floats_[0]);
    if (op == Op::Ite) return pool_.ite(truths_[0], bits_[0], bits_[1]);
    if (op == Op::Read) return pool_.read(bits_[1], std::vector<ExprId>{bits_[0], bits_[1]});
    if (op == Op::Apply) return pool_.apply("f", bits_, Sort::bits(8));
    if (op == Op::Concat) return pool_.binary(op, bits_[0], bits_[1]);
    if (op == Op::Extract) return pool_.extract(bits_[0], 2, 3);
    if (facts.family == Family::Resize) return pool_.extend(op, bits_[0], 16);
    if (op == Op::FConvert) return pool_.convert(op, floats_[0], Sort::floating(64));
    if (op == Op::FFromS || op == Op::FFromU) return pool_.convert(op, bits_[0], Sort::floating(32));
    if (op == Op::FToS || op == Op::FToU) return pool_.convert(op, floats_[0], Sort::bits(8));
    if (op == Op::FToBits) return pool_.convert(op, floats_[0], Sort::bits(32));
    if (op == Op::FFromBits) return pool_.convert(op, pool_.extend(Op::SExt, bits_[0], 32), Sort::floating(32));
    UNREACHABLE("an operation that nobody can make");
  }

 private:
  ExprId symbol(const char* name, Sort sort) {
    symbols_.push_back(pool_.symbolExpr(pool_.addSymbol({name, sort, true})));
    return symbols_.back();
  }
  const std::vector<ExprId>& operandsOf(Op op) const {
    const OperandSort sort = kOpFacts[op].operands;
    return sort == OperandSort::Bool ? truths_ : sort == OperandSort::Float ? floats_ : bits_;
  }

  ExprPool& pool_;
  std::vector<ExprId> symbols_;
  std::vector<ExprId> bits_;
  std::vector<ExprId> floats_;
  std::vector<ExprId> truths_;
};

}  // namespace cleave::expr
