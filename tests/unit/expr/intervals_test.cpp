// Merging comparisons never changes a condition: all bytes, all comparisons, and random conjunctions.
#include "expr/intervals.h"

#include <gtest/gtest.h>

#include "expr/evaluate.h"
#include "expr/print.h"
#include "support/random.h"

namespace cleave::expr {
namespace {

bool inRanges(const std::vector<Range>& ranges, U128 value) {
  for (const Range& range : ranges) {
    if (range.low <= value && value <= range.high) return true;
  }
  return false;
}

bool holds(const std::optional<std::vector<Conjunct>>& merged, Evaluator& evaluator) {
  if (!merged) return false;
  for (const Conjunct& conjunct : *merged) {
    bool ok = conjunct.ranges.empty() ? evaluator.holds(conjunct.term) : inRanges(conjunct.ranges, evaluator.value(conjunct.term));
    if (!ok) return false;
  }
  return true;
}

void expectWellFormed(const ExprPool& pool, const std::vector<Conjunct>& conjuncts) {
  for (const Conjunct& conjunct : conjuncts) {
    for (size_t i = 0; i < conjunct.ranges.size(); ++i) {
      ASSERT_LE(conjunct.ranges[i].low, conjunct.ranges[i].high);
      ASSERT_TRUE(i == 0 || conjunct.ranges[i].low > conjunct.ranges[i - 1].high + 1);
    }
    ASSERT_EQ(pool.sort(conjunct.term).isBits(), !conjunct.ranges.empty());
  }
}

ExprId someTerm(ExprPool& pool, Random& random, ExprId x) {
  unsigned width = pool.sort(x).width;
  ExprId k = pool.bits(width, random.next());
  switch (random.below(6)) {
    case 0:
      return pool.binary(Op::Add, x, k);
    case 1:
      return pool.binary(Op::Sub, k, x);
    case 2:
      return pool.unary(Op::Neg, x);
    case 3:
      return pool.unary(Op::BitNot, pool.binary(Op::Add, x, k));
    default:
      return x;
  }
}

ExprId someLiteral(ExprPool& pool, Random& random, const std::vector<ExprId>& symbols) {
  static constexpr Op kOps[] = {Op::Equal, Op::ULt, Op::ULe, Op::SLt, Op::SLe};
  ExprId term = someTerm(pool, random, symbols[random.below(symbols.size())]);
  unsigned width = pool.sort(term).width;
  ExprId k = pool.bits(width, random.chance(40) ? (U128{1} << (width - 1)) - random.below(3) : static_cast<U128>(random.next()));
  Op op = kOps[random.below(5)];
  ExprId literal = random.chance(50) ? pool.binary(op, term, k) : pool.binary(op, k, term);
  return random.chance(50) ? pool.notOf(literal) : literal;
}

// What a bound says of a character that was widened, it says of the character.
TEST(Intervals, BoundsThatAWidenedTermCannotHaveAreLeftOut) {
  ExprPool pool;
  const ExprId c = pool.symbolExpr(pool.addSymbol({"c", Sort::bits(8), true}));
  const ExprId wide = pool.extend(Op::SExt, c, 32);
  const ExprId sum = pool.binary(Op::Add, wide, pool.bits(32, 10));
  const ExprId literal = pool.binary(Op::SLe, pool.bits(32, 65), sum);  // wraps far away from what a char may be
  EXPECT_EQ(conditionText(pool, std::vector<ExprId>{literal}), "c >= 55") << "not one that has a bound near INT_MIN";
  Assignment input{0};
  Evaluator evaluator(pool, input);
  const auto merged = mergeLiterals(pool, std::vector<ExprId>{literal});
  for (unsigned value = 0; value < 256; ++value) {
    input[0] = value;
    evaluator.reset(input);
    EXPECT_EQ(holds(merged, evaluator), evaluator.holds(literal)) << value;
  }
}

TEST(Intervals, RandomConjunctionsOverAllBytes) {
  Random random(11);
  size_t impossible = 0;
  for (int round = 0; round < 3000; ++round) {
    ExprPool pool(random.chance(50) ? Rewriting::On : Rewriting::Off);
    std::vector<ExprId> symbols{pool.symbolExpr(pool.addSymbol({"x", Sort::bits(8), true}))};
    std::vector<ExprId> literals;
    for (size_t n = 1 + random.below(5); n > 0; --n) literals.push_back(someLiteral(pool, random, symbols));
    if (random.chance(30)) literals = {pool.conjunction(literals)};
    auto merged = mergeLiterals(pool, literals);
    if (merged) expectWellFormed(pool, *merged);
    impossible += !merged;
    ExprId all = pool.conjunction(literals);
    for (unsigned value = 0; value < 256; ++value) {
      Assignment assignment{value};
      Evaluator evaluator(pool, assignment);
      ASSERT_EQ(holds(merged, evaluator), evaluator.holds(all)) << conditionText(pool, literals) << " for " << value << ", round " << round;
    }
  }
  EXPECT_GT(impossible, 100u);
  EXPECT_LT(impossible, 2500u);
}

TEST(Intervals, SignedOrderIsTheSameSet) {
  Random random(5);
  for (int round = 0; round < 2000; ++round) {
    ExprPool pool;
    std::vector<ExprId> symbols{pool.symbolExpr(pool.addSymbol({"x", Sort::bits(8), true}))};
    std::vector<ExprId> literals;
    for (size_t n = 1 + random.below(4); n > 0; --n) literals.push_back(someLiteral(pool, random, symbols));
    auto merged = mergeLiterals(pool, literals);
    if (!merged || merged->empty()) continue;
    const std::vector<Range>& ranges = merged->front().ranges;
    std::vector<Range> ordered = inSignedOrder(ranges, 8);
    for (unsigned value = 0; value < 256; ++value) {
      bool in = false;
      for (const Range& range : ordered)
        in |= asSigned(range.low, 8) <= asSigned(value, 8) && asSigned(value, 8) <= asSigned(range.high, 8);
      ASSERT_EQ(in, inRanges(ranges, value));
    }
    for (size_t i = 1; i < ordered.size(); ++i) ASSERT_GT(asSigned(ordered[i].low, 8), asSigned(ordered[i - 1].high, 8) + 1);
  }
}

TEST(Intervals, RandomConjunctionsOfOtherWidths) {
  Random random(23);
  for (int round = 0; round < 3000; ++round) {
    ExprPool pool(random.chance(50) ? Rewriting::On : Rewriting::Off);
    std::vector<ExprId> symbols;
    for (unsigned width : {1u, 3u, 32u, 64u, 128u})
      symbols.push_back(pool.symbolExpr(pool.addSymbol({"s" + std::to_string(width), Sort::bits(width)})));
    std::vector<ExprId> literals;
    for (size_t n = 1 + random.below(6); n > 0; --n) literals.push_back(someLiteral(pool, random, symbols));
    auto merged = mergeLiterals(pool, literals);
    if (merged) expectWellFormed(pool, *merged);
    ExprId all = pool.conjunction(literals);
    for (int i = 0; i < 50; ++i) {
      Assignment assignment;
      for (size_t s = 0; s < symbols.size(); ++s) {
        U128 value = static_cast<U128>(random.next()) << 64 | random.next();
        if (merged && random.chance(60)) {  // at and around the ends of the ranges
          for (const Conjunct& conjunct : *merged) {
            if (conjunct.term == symbols[s] && !conjunct.ranges.empty()) {
              const Range& range = conjunct.ranges[random.below(conjunct.ranges.size())];
              value = (random.chance(50) ? range.low : range.high) + random.below(3) - 1;
            }
          }
        }
        assignment.push_back(value);
      }
      Evaluator evaluator(pool, assignment);
      ASSERT_EQ(holds(merged, evaluator), evaluator.holds(all)) << conditionText(pool, literals) << ", round " << round;
    }
  }
}

TEST(Intervals, WhatIsNoComparisonStays) {
  ExprPool pool;
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::bits(8)}));
  ExprId y = pool.symbolExpr(pool.addSymbol({"y", Sort::bits(8)}));
  ExprId less = pool.binary(Op::ULt, x, y);
  std::vector<ExprId> literals{less, pool.binary(Op::ULt, x, pool.bits(8, 9)), less, pool.boolean(true)};
  auto merged = mergeLiterals(pool, literals);
  ASSERT_TRUE(merged);
  ASSERT_EQ(merged->size(), 2u);
  EXPECT_EQ((*merged)[0].term, less);
  EXPECT_EQ((*merged)[1].term, x);
  EXPECT_EQ((*merged)[1].ranges, (std::vector<Range>{{0, 8}}));
  literals.push_back(pool.boolean(false));
  EXPECT_FALSE(mergeLiterals(pool, literals));
}

}  // namespace
}  // namespace cleave::expr
