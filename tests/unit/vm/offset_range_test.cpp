// The range of an expression contains its value, whatever the input.
#include "vm/private/offset_range.h"

#include <gtest/gtest.h>

#include "../every_op.h"
#include "expr/evaluate.h"
#include "support/random.h"

namespace cleave::vm {
namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;

class RandomOffset {
 public:
  RandomOffset(ExprPool& pool, Random& random) : pool_(pool), random_(random) {
    for (const unsigned width : {8u, 16u, 32u, 64u})
      symbols_.push_back(pool.symbolExpr(pool.addSymbol({"s" + std::to_string(width), expr::Sort::bits(width), true})));
  }

  ExprId make(unsigned width, int depth) {
    if (depth == 0 || random_.chance(15)) return leaf(width);
    switch (random_.below(15)) {
      case 0:
        return binary(Op::Add, width, depth);
      case 1:
        return binary(Op::Sub, width, depth);
      case 2:
        return pool_.binary(Op::Mul, make(width, depth - 1), small(width));
      case 3:
        return pool_.binary(Op::Shl, make(width, depth - 1), pool_.bits(width, random_.below(width + 2)));
      case 4:
        return pool_.binary(Op::LShr, make(width, depth - 1), pool_.bits(width, random_.below(width + 2)));
      case 5:
        return pool_.binary(Op::BitAnd, make(width, depth - 1), random_.chance(50) ? small(width) : make(width, depth - 1));
      case 6:
        return pool_.binary(Op::BitOr, make(width, depth - 1), random_.chance(50) ? small(width) : make(width, depth - 1));
      case 7:
        return binary(Op::BitXor, width, depth);
      case 8:
        return pool_.binary(Op::URem, make(width, depth - 1), small(width));
      case 9:
        return pool_.binary(Op::UDiv, make(width, depth - 1), small(width));
      case 10:
        return pool_.ite(pool_.equal(leaf(8), small(8)), make(width, depth - 1), make(width, depth - 1));
      case 11:
        return read(width, depth);
      case 12:
        return width > 8 ? pool_.binary(Op::Concat, make(width - 8, depth - 1), make(8, depth - 1)) : leaf(width);
      case 13:
        return width < 64 ? pool_.extract(make(64, depth - 1), static_cast<unsigned>(random_.below(64 - width)), width) : leaf(width);
      default:
        return width > 8 ? pool_.extend(random_.chance(50) ? Op::ZExt : Op::SExt, make(width / 2, depth - 1), width) : leaf(width);
    }
  }

 private:
  ExprId small(unsigned width) { return pool_.bits(width, truncateTo(random_.chance(70) ? random_.below(20) : random_.next(), width)); }
  ExprId binary(Op op, unsigned width, int depth) { return pool_.binary(op, make(width, depth - 1), make(width, depth - 1)); }
  ExprId leaf(unsigned width) {
    if (random_.chance(30)) return small(width);
    const ExprId symbol = symbols_[random_.below(symbols_.size())];
    const unsigned has = pool_.sort(symbol).width;
    if (has > width) return pool_.extract(symbol, 0, width);
    return pool_.extend(random_.chance(50) ? Op::ZExt : Op::SExt, symbol, width);
  }
  ExprId read(unsigned width, int depth) {
    const ExprId elements[] = {make(width, depth - 1), small(width), small(width)};
    return pool_.read(leaf(8), elements);
  }

  ExprPool& pool_;
  Random& random_;
  std::vector<ExprId> symbols_;
};

TEST(OffsetRange, ContainsEveryValue) {
  Random random(1);
  int informative = 0;
  for (int round = 0; round < 3000; ++round) {
    ExprPool pool(round % 2 == 0 ? expr::Rewriting::On : expr::Rewriting::Off);
    const ExprId e = RandomOffset(pool, random).make(64, 4);
    const OffsetRange range = rangeOf(pool, e);
    informative += range.knownBits > 0 || range.high != UINT64_MAX || range.low != 0;
    for (int k = 0; k < 50; ++k) {
      expr::Assignment input;
      for (int s = 0; s < 4; ++s) input.push_back(truncateTo(random.chance(30) ? random.below(4) : random.next(), 8u << s));
      const auto value = static_cast<uint64_t>(expr::evaluate(pool, e, input));
      ASSERT_LE(range.low, value);
      ASSERT_GE(range.high, value);
      ASSERT_EQ((value ^ range.residue) & mask64(range.knownBits), 0u);
    }
  }
  EXPECT_GT(informative, 1000);  // else the test shows nothing
}

TEST(OffsetRange, OfAnIndexedElement) {
  ExprPool pool;
  const ExprId i = pool.symbolExpr(pool.addSymbol({"i", expr::Sort::bits(32), true}));
  const ExprId index = pool.extend(Op::SExt, pool.binary(Op::BitAnd, i, pool.bits(32, 15)), 64);
  const OffsetRange range = rangeOf(pool, pool.binary(Op::Add, pool.binary(Op::Mul, index, pool.bits(64, 12)), pool.bits(64, 8)));
  EXPECT_EQ(range.low, 8u);
  EXPECT_EQ(range.high, 8u + 15 * 12);
  EXPECT_EQ(range.knownBits, 2u);
  EXPECT_EQ(range.residue, 0u);
}

TEST(OffsetRange, OfEveryOperation) {
  ExprPool pool(expr::Rewriting::Off);
  expr::EveryOp every(pool);
  for (const Op op : expr::everyOp()) {
    const ExprId e = every.make(op);
    if (op == Op::Apply || !pool.sort(e).isBits()) continue;
    const auto value = static_cast<uint64_t>(expr::evaluate(pool, e, expr::EveryOp::values()));
    const OffsetRange range = rangeOf(pool, e);
    EXPECT_TRUE(range.low <= value && value <= range.high) << expr::kOpFacts[op].smt;
    EXPECT_EQ(value & mask64(range.knownBits), range.residue) << expr::kOpFacts[op].smt;
  }
}

}  // namespace
}  // namespace cleave::vm
