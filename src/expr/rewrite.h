// The rewriter: what ExprPool's makers do before a node is made. Only for this folder.
//
// Rules are local: they look a level or two below the new node, never further, so making a node costs constant time, and each keeps the
// meaning exactly, as op.h states it. They end because each result is smaller in this order: fewer and narrower operations first, then
// constants further out and to the right, then the canonical one of two equal forms:
// - Xor and Bool inequality are Not(Equal); comparisons of a term with a constant are ULe or SLe; a one-bit term is compared with 1;
// - constants are right operands, and sums keep theirs outermost;
// - shifts by constants, masks of adjacent bits, division by powers of two and multiplication by them are Concat, Extract, ZExt and SExt.
//   So `y * 2` and `y << 1` have one id, and array offsets that are scaled up and down again cancel.
#pragma once

#include <functional>
#include <span>

#include "expr/pool.h"

namespace cleave::expr {

class Rewriter {
 public:
  explicit Rewriter(ExprPool& pool) : pool_(pool) { ++pool_.rewriteDepth_; }
  ~Rewriter() { --pool_.rewriteDepth_; }
  Rewriter(const Rewriter&) = delete;
  Rewriter& operator=(const Rewriter&) = delete;

  // The sorts were checked by the pool. `sort` is the result's.
  ExprId unary(Op op, Sort sort, ExprId a);
  ExprId binary(Op op, Sort sort, ExprId a, ExprId b);
  ExprId ite(ExprId condition, ExprId then, ExprId otherwise);
  ExprId fma(ExprId a, ExprId b, ExprId c);
  ExprId extract(ExprId a, unsigned low, unsigned width);
  ExprId extend(Op op, ExprId a, unsigned width);
  ExprId convert(Op op, ExprId a, Sort to);
  ExprId read(ExprId index, std::span<const ExprId> elements);

 private:
  // --- looking
  Op op(ExprId e) const { return pool_.op(e); }
  bool is(ExprId e, Op op) const { return pool_.op(e) == op; }
  Sort sort(ExprId e) const { return pool_.sort(e); }
  unsigned width(ExprId e) const { return pool_.sort(e).width; }
  ExprId arg(ExprId e, size_t i) const { return pool_.operand(e, i); }
  bool isConst(ExprId e) const { return pool_.isConstant(e); }
  bool isConst(ExprId e, U128 bits) const { return pool_.isConstant(e) && pool_.constantBits(e) == bits; }
  U128 value(ExprId e) const { return pool_.constantBits(e); }
  bool isWithConst(ExprId e, Op op) const { return pool_.op(e) == op && isConst(arg(e, 1)); }  // op(x, constant)
  bool isConstMinus(ExprId e) const { return pool_.op(e) == Op::Sub && isConst(arg(e, 0)); }
  bool isConstIte(ExprId e) const { return pool_.op(e) == Op::Ite && isConst(arg(e, 1)) && isConst(arg(e, 2)); }
  bool complementary(ExprId a, ExprId b) const;  // Bool: one is surely the negation of the other
  bool structural(ExprId e) const;               // an Extract of it becomes something smaller
  bool truncates(ExprId e) const;                // an operation that a low Extract may be pushed into

  // --- making
  ExprId bin(Op op, ExprId a, ExprId b) { return pool_.binary(op, a, b); }
  ExprId bits(unsigned width, U128 value) { return pool_.bits(width, value); }
  ExprId falseExpr() { return pool_.boolean(false); }
  ExprId trueExpr() { return pool_.boolean(true); }
  ExprId plain(Op op, Sort sort, ExprId a, ExprId b);  // without rules
  ExprId shiftLeft(ExprId a, unsigned amount);
  ExprId foldOf(Op op, Sort sort, std::span<const ExprId> constants, unsigned extractLow = 0);  // invalid where the meaning is open

  // An operation on a choice of constants is a choice of results: op(c ? 1 : 0) becomes c ? op(1) : op(0).
  ExprId liftUnary(Op op, Sort sort, ExprId a, unsigned extractLow = 0);
  ExprId liftBinary(Op op, Sort sort, ExprId a, ExprId b);

  // --- rules by family; an invalid id means that none applies
  ExprId binaryRules(Op op, ExprId a, ExprId b);
  ExprId notRules(ExprId a);  // rewrite_bool.cpp
  ExprId andOrRules(Op op, ExprId a, ExprId b);
  ExprId equalBool(ExprId a, ExprId b);
  ExprId iteRules(ExprId condition, ExprId then, ExprId otherwise);
  ExprId iteBool(ExprId condition, ExprId then, ExprId otherwise);

  ExprId equalBits(ExprId a, ExprId b);  // rewrite_compare.cpp
  ExprId equalConstant(ExprId a, U128 k);
  ExprId equalConstantArithmetic(ExprId a, U128 k);
  ExprId equalConstantIte(ExprId a, U128 k);
  unsigned mixedBy(ExprId a) const;
  ExprId mixed(ExprId a) const;
  ExprId orderRules(Op op, ExprId a, ExprId b);
  ExprId atMost(bool isSigned, ExprId a, U128 k);   // a <= k
  ExprId atLeast(bool isSigned, ExprId a, U128 k);  // k <= a
  ExprId atMostExtended(bool isSigned, ExprId a, U128 k);
  ExprId atLeastExtended(bool isSigned, ExprId a, U128 k);
  ExprId orderOfExtended(Op op, ExprId a, ExprId b);

  ExprId addRules(ExprId a, ExprId b);  // rewrite_arith.cpp
  ExprId addConstant(ExprId a, U128 k);
  ExprId subRules(ExprId a, ExprId b);
  ExprId subFromConstant(U128 k, ExprId b);
  ExprId mulRules(ExprId a, ExprId b);
  ExprId mulConstant(ExprId a, U128 k);
  ExprId shifted(ExprId a) const;
  ExprId negRules(ExprId a);
  ExprId divisionRules(Op op, ExprId a, ExprId b);
  ExprId udivRules(ExprId a, U128 k);
  ExprId uremRules(ExprId a, U128 k);
  ExprId sdivRules(ExprId a, U128 k);
  ExprId sremRules(ExprId a, U128 k);

  ExprId bitNotRules(ExprId a);  // rewrite_bits.cpp
  ExprId bitwiseRules(Op op, ExprId a, ExprId b);
  ExprId bitAndConstant(ExprId a, U128 k);
  ExprId bitwiseConstant(Op op, ExprId a, U128 k);
  ExprId bitwiseParts(Op op, ExprId a, ExprId b);
  ExprId disjointSum(Op op, ExprId a, ExprId b);
  ExprId shiftRules(Op op, ExprId a, ExprId b);

  ExprId extractRules(ExprId a, unsigned low, unsigned width);  // rewrite_shape.cpp
  ExprId extractPushed(ExprId a, unsigned width);
  ExprId concatRules(ExprId a, ExprId b);
  ExprId joined(ExprId a, ExprId b);
  ExprId extendRules(Op op, ExprId a, unsigned width);
  ExprId readRules(ExprId index, std::span<const ExprId> elements);

  struct Range {
    size_t first = 0;
    size_t last = 0;
  };
  bool isTable(ExprId e) const;  // rewrite_table.cpp
  ExprId extractTable(ExprId table, unsigned low, unsigned n);
  ExprId maskTable(ExprId table, U128 mask);
  ExprId whereTable(ExprId table, const std::function<bool(U128)>& holds);
  ExprId inRanges(ExprId index, std::span<const Range> ranges, size_t last);

  ExprId floatUnary(Op op, ExprId a);  // rewrite_float.cpp
  ExprId floatBinary(Op op, ExprId a, ExprId b);
  ExprId floatAdd(ExprId a, ExprId b);
  ExprId floatMul(ExprId a, ExprId b);
  ExprId floatDiv(ExprId a, ExprId b);
  ExprId floatCompare(Op op, ExprId a, ExprId b);
  ExprId equalFloat(ExprId a, ExprId b);
  ExprId floatConvert(Op op, ExprId a, Sort to);
  bool neverNan(ExprId a) const;
  bool areWidened(ExprId a, ExprId b) const;
  bool isFloat(ExprId a, double constant) const;  // this constant, with its sign

  ExprPool& pool_;
};

}  // namespace cleave::expr
