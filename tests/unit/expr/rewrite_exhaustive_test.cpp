// All expressions of two operations over small widths, with all constants and under all values. Where the random test may miss a corner of
// a rule, this one cannot: every rule looks at one or two levels, and widths of two and three bits have the same corners as others.
#include <gtest/gtest.h>

#include "expr/evaluate.h"
#include "expr/print.h"
#include "random_expr.h"

namespace cleave::expr::test {
namespace {

constexpr Op kBitsOps[] = {Op::Add, Op::Sub,  Op::Mul,  Op::UDiv,   Op::SDiv,  Op::URem,  Op::SRem,
                           Op::Shl, Op::LShr, Op::AShr, Op::BitAnd, Op::BitOr, Op::BitXor};
constexpr Op kComparisons[] = {Op::Equal, Op::ULt, Op::ULe, Op::SLt, Op::SLe};
constexpr unsigned kWide = 5;

struct SmallWidth : ::testing::TestWithParam<unsigned> {
  TwoPools pools;
  unsigned width = GetParam();
  Pair x = pools.symbol("x", Sort::bits(width));
  Pair y = pools.symbol("y", Sort::bits(width));
  Pair p = pools.symbol("p", Sort::boolean());

  Pair k(U128 value, unsigned w) { return pools.constant(Sort::bits(w), value); }
  unsigned widthOf(Pair e) { return pools.plain.sort(e.plain).width; }

  // One operation over x, y, p and constants.
  std::vector<Pair> oneLevel() {
    std::vector<Pair> terms{x};
    for (U128 c = 0; c <= maskOf(width); ++c) {
      for (Op op : kBitsOps) {
        terms.push_back(pools.binary(op, x, k(c, width)));
        terms.push_back(pools.binary(op, k(c, width), x));
      }
      terms.push_back(pools.binary(Op::Concat, x, k(c, width)));
      terms.push_back(pools.binary(Op::Concat, k(c, width), x));
      terms.push_back(pools.ite(pools.binary(Op::Equal, x, k(c, width)), y, x));
      for (U128 d = 0; d <= maskOf(width); ++d) terms.push_back(pools.ite(p, k(c, width), k(d, width)));
    }
    for (Op op : kBitsOps) terms.push_back(pools.binary(op, x, y));
    terms.push_back(pools.binary(Op::Concat, x, y));
    terms.push_back(pools.unary(Op::Neg, x));
    terms.push_back(pools.unary(Op::BitNot, x));
    for (unsigned low = 0; low < width; ++low) {
      for (unsigned n = 1; n + low <= width; ++n) terms.push_back(pools.extract(x, low, n));
    }
    for (Op op : {Op::ZExt, Op::SExt}) terms.push_back(pools.extend(op, x, kWide));
    terms.push_back(pools.read(x, {k(1, width), k(2, width), y, k(1, width)}));
    terms.push_back(pools.read(x, {k(1, width), k(2, width), k(3, width), k(4, width), k(5, width)}));
    terms.push_back(pools.ite(p, k(2, width), pools.ite(pools.binary(Op::ULt, x, y), k(1, width), k(2, width))));
    terms.push_back(pools.ite(p, pools.ite(pools.binary(Op::ULt, x, y), k(1, width), k(3, width)), k(3, width)));
    return terms;
  }

  // One more operation on t, with all constants of its width.
  void secondLevel(Pair t, std::vector<Pair>& out) {
    unsigned w = widthOf(t);
    for (U128 c = 0; c <= maskOf(w); ++c) {
      for (Op op : kBitsOps) {
        out.push_back(pools.binary(op, t, k(c, w)));
        out.push_back(pools.binary(op, k(c, w), t));
      }
      for (Op op : kComparisons) {
        out.push_back(pools.binary(op, t, k(c, w)));
        out.push_back(pools.unary(Op::Not, pools.binary(op, k(c, w), t)));
      }
    }
    for (unsigned low = 0; low < w; ++low) {
      for (unsigned n = 1; n + low <= w; ++n) out.push_back(pools.extract(t, low, n));
    }
    for (Op op : {Op::ZExt, Op::SExt}) out.push_back(pools.extend(op, t, w + 2));
    out.push_back(pools.unary(Op::Neg, t));
    out.push_back(pools.unary(Op::BitNot, t));
    for (Pair z : {x, y}) {
      if (widthOf(z) == w) pairUp(t, z, out);
      out.push_back(pools.binary(Op::Concat, t, z));
      out.push_back(pools.binary(Op::Concat, z, t));
    }
    out.push_back(pools.read(t, {k(3, 2), k(1, 2), k(0, 2), k(1, 2), k(2, 2)}));
  }

  void pairUp(Pair a, Pair b, std::vector<Pair>& out) {
    for (Op op : kBitsOps) {
      out.push_back(pools.binary(op, a, b));
      out.push_back(pools.binary(op, b, a));
    }
    for (Op op : kComparisons) out.push_back(pools.binary(op, a, b));
    out.push_back(pools.binary(Op::SLe, b, a));
    out.push_back(pools.ite(pools.binary(Op::Equal, a, b), a, b));
  }

  void expectEqualValues(const std::vector<Pair>& pairs) {
    for (U128 bits = 0; bits <= maskOf(2 * width + 1); ++bits) {
      Assignment values{bits, bits >> width, bits >> (2 * width)};
      Evaluator plain(pools.plain, values);
      Evaluator rewritten(pools.rewritten, values);
      for (const Pair& pair : pairs) {
        if (plain.value(pair.plain) == rewritten.value(pair.rewritten)) continue;
        FAIL() << toSmtTerm(pools.plain, pair.plain) << " became " << toSmtTerm(pools.rewritten, pair.rewritten) << " for "
               << toHex(bits, 8);
      }
    }
  }
};

TEST_P(SmallWidth, TwoOperationsKeepTheirMeaning) {
  std::vector<Pair> pairs;
  for (Pair t : oneLevel()) secondLevel(t, pairs);
  EXPECT_GT(pairs.size(), 1000u);
  expectEqualValues(pairs);
}

TEST_P(SmallWidth, PairsOfTermsKeepTheirMeaning) {
  std::vector<Pair> terms = oneLevel();
  std::vector<Pair> pairs;
  Random random(3);
  for (int i = 0; i < 2500; ++i) {
    Pair a = terms[random.below(terms.size())];
    Pair b = terms[random.below(terms.size())];
    if (widthOf(a) == widthOf(b)) pairUp(a, b, pairs);
    if (widthOf(a) + widthOf(b) < 100) pairs.push_back(pools.binary(Op::Concat, a, b));
  }
  expectEqualValues(pairs);
}

TEST_P(SmallWidth, TruthTermsKeepTheirMeaning) {
  std::vector<Pair> literals{p, pools.unary(Op::Not, p)};
  for (U128 c = 0; c <= maskOf(width); ++c) {
    for (Op op : kComparisons) {
      literals.push_back(pools.binary(op, x, k(c, width)));
      literals.push_back(pools.binary(op, k(c, width), x));
    }
  }
  for (Op op : kComparisons) literals.push_back(pools.binary(op, x, y));
  std::vector<Pair> pairs;
  Random random(4);
  constexpr Op kTruthOps[] = {Op::And, Op::Or, Op::Xor, Op::Equal};
  for (int i = 0; i < 4000; ++i) {
    auto some = [&] {
      return !pairs.empty() && random.chance(60) ? pairs[random.below(pairs.size())] : literals[random.below(literals.size())];
    };
    Pair a = some();
    Pair b = random.chance(30) ? pools.unary(Op::Not, a) : some();
    pairs.push_back(random.chance(25) ? pools.ite(some(), a, b) : pools.binary(kTruthOps[random.below(4)], a, b));
  }
  expectEqualValues(pairs);
}

INSTANTIATE_TEST_SUITE_P(RewriteExhaustive, SmallWidth, ::testing::Values(1u, 2u, 3u));

}  // namespace
}  // namespace cleave::expr::test
