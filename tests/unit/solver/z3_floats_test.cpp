// Every float operation of the back end against this machine's arithmetic. The operands are pinned by two inequalities on their bits, so
// that the solver's circuits are tested and not only its constant folding.
#include <gtest/gtest.h>

#include <cmath>

#include "expr/evaluate.h"
#include "solver/solver.h"
#include "support/float_format.h"
#include "support/random.h"

namespace cleave::solver {
namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;
using expr::Rewriting;
using expr::Sort;

class Floats : public ::testing::TestWithParam<unsigned> {
 protected:
  unsigned width() const { return GetParam(); }
  Sort sort() const { return Sort::floating(width()); }

  U128 number(double value) const { return roundedTo(static_cast<long double>(value), width()); }

  U128 anyPattern() {
    static constexpr double kSpecial[] = {0.0, -0.0, 1.0,    -1.0,  0.5,        -0.5,       1.5,  2.5,  -2.5,         3.0,       0.1,
                                          127, 128,  -128.5, 255.9, 2147483647, 2147483648, 1e10, -1e9, 4294967295.0, 1.0 / 3.0, 8388609.5};
    U128 fraction = maskOf(floatFormat(width()).fraction);
    switch (random_.below(8)) {
      case 0:
        return infinityPattern(width()) | (U128{random_.below(2)} << (width() - 1));
      case 1:
        return canonicalNan(width());
      case 2:
        return (random_.next() & fraction) | (U128{random_.below(2)} << (width() - 1));  // subnormal
      case 3: {
        U128 bits = canonicalFloat(truncateTo((U128{random_.next()} << 64) | random_.next(), width()), width());
        return isNan(bits, width()) ? number(7) : bits;
      }
      case 4:
        return number(static_cast<double>(static_cast<int64_t>(random_.below(2000)) - 1000) / 8);
      default:
        return number(kSpecial[random_.below(std::size(kSpecial))]);
    }
  }

  ExprId symbol(Sort sort) { return pool_.symbolExpr(pool_.addSymbol({"x" + std::to_string(pool_.symbolCount()), sort, true})); }

  // x is the pattern: for floats by its bits, unless it is NaN.
  void pin(ExprId x, U128 bits, std::vector<ExprId>& query) {
    Sort sort = pool_.sort(x);
    if (sort.isFloat() && isNan(bits, sort.width)) {
      query.push_back(pool_.unary(Op::FIsNan, x));
      return;
    }
    ExprId raw = sort.isFloat() ? pool_.convert(Op::FToBits, x, Sort::bits(sort.width)) : x;
    if (sort.isFloat()) query.push_back(pool_.notOf(pool_.unary(Op::FIsNan, x)));
    query.push_back(pool_.binary(Op::ULe, raw, pool_.bits(sort.width, bits)));
    query.push_back(pool_.binary(Op::ULe, pool_.bits(sort.width, bits), raw));
  }

  // The operation on these operands has this machine's result, and no other.
  void expectAgrees(const std::vector<ExprId>& operands, const std::vector<U128>& values, ExprId result) {
    expr::Assignment assignment(pool_.symbolCount(), 0);
    std::vector<ExprId> query;
    for (size_t i = 0; i < operands.size(); ++i) {
      assignment[pool_.symbolOf(operands[i]).value] = values[i];
      pin(operands[i], values[i], query);
    }
    U128 expected = expr::evaluate(pool_, result, assignment);
    query.push_back(pool_.equal(result, pool_.constant(pool_.sort(result), expected)));
    Solution holds = solver_->solve(query, Seconds(60));
    EXPECT_EQ(holds.answer, Answer::Satisfiable) << describe(result, values) << holds.reason;
    if (holds.answer == Answer::Satisfiable) {
      for (size_t i = 0; i < operands.size(); ++i)
        EXPECT_TRUE(holds.model[pool_.symbolOf(operands[i]).value] == values[i]) << describe(result, values);
    }
    query.back() = pool_.notOf(query.back());
    Solution fails = solver_->solve(query, Seconds(60));
    EXPECT_EQ(fails.answer, Answer::Unsatisfiable) << describe(result, values) << fails.reason;
  }

  std::string describe(ExprId result, const std::vector<U128>& values) const {
    std::string text = "operation " + std::to_string(static_cast<int>(pool_.op(result))) + " on";
    for (U128 value : values) text += " " + toHex(value, width());
    return text + ": ";
  }

  ExprPool pool_{Rewriting::Off};
  Random random_{GetParam()};
  std::unique_ptr<Solver> solver_ = makeZ3Solver(pool_, nullptr);
};

TEST_P(Floats, UnaryOperations) {
  ExprId x = symbol(sort());
  for (Op op : {Op::FNeg, Op::FAbs, Op::FRoundEven, Op::FRoundAway, Op::FRoundUp, Op::FRoundDown, Op::FRoundToZero, Op::FIsNan}) {
    for (int i = 0; i < 12; ++i) expectAgrees({x}, {anyPattern()}, pool_.unary(op, x));
  }
}

TEST_P(Floats, BinaryOperations) {
  ExprId x = symbol(sort());
  ExprId y = symbol(sort());
  for (Op op : {Op::FAdd, Op::FSub, Op::FMul, Op::FEqual, Op::FLt, Op::FLe, Op::Equal}) {
    for (int i = 0; i < 6; ++i) expectAgrees({x, y}, {anyPattern(), anyPattern()}, pool_.binary(op, x, y));
  }
}

TEST_P(Floats, ExpensiveOperations) {
  ExprId x = symbol(sort());
  ExprId y = symbol(sort());
  ExprId z = symbol(sort());
  int rounds = width() == 32 ? 4 : 1;
  for (int i = 0; i < rounds; ++i) {
    expectAgrees({x, y}, {anyPattern(), anyPattern()}, pool_.binary(Op::FDiv, x, y));
    expectAgrees({x}, {anyPattern()}, pool_.unary(Op::FSqrt, x));
    expectAgrees({x, y, z}, {anyPattern(), anyPattern(), anyPattern()}, pool_.fma(x, y, z));
  }
}

TEST_P(Floats, Conversions) {
  ExprId x = symbol(sort());
  ExprId raw = symbol(Sort::bits(width()));
  for (int i = 0; i < 20; ++i) {
    for (unsigned other : {32u, 64u, 80u})
      if (other != width()) expectAgrees({x}, {anyPattern()}, pool_.convert(Op::FConvert, x, Sort::floating(other)));
    expectAgrees({x}, {anyPattern()}, pool_.convert(Op::FToBits, x, Sort::bits(width())));
    expectAgrees({raw}, {anyPattern() | (i % 5 == 0 ? 1 : 0)}, pool_.convert(Op::FFromBits, raw, sort()));
  }
}

// Also out of range, where the value is 0 by our definition.
TEST_P(Floats, ToIntegers) {
  ExprId x = symbol(sort());
  for (unsigned target : {1u, 2u, 3u, 8u, 32u, 64u, 128u}) {
    for (Op op : {Op::FToS, Op::FToU}) {
      for (int i = 0; i < 5; ++i) expectAgrees({x}, {anyPattern()}, pool_.convert(op, x, Sort::bits(target)));
    }
  }
}

TEST_P(Floats, ToIntegersAtTheEdges) {
  ExprId x = symbol(sort());
  for (unsigned target : {8u, 32u, 64u}) {
    for (bool isSigned : {true, false}) {
      const auto below = [&](U128 bits) { return width() == 80 ? bitsOf(std::nextafter(longDoubleOf(bits), 0.0L)) : bits - 1; };
      double edge = std::ldexp(1.0, static_cast<int>(isSigned ? target - 1 : target));
      for (U128 bits : {number(edge), below(number(edge)), number(-edge), number(-edge) + 1, number(-edge - 1), number(-edge - 0.5),
                        number(-1), number(-0.5)}) {
        expectAgrees({x}, {bits}, pool_.convert(isSigned ? Op::FToS : Op::FToU, x, Sort::bits(target)));
      }
    }
  }
}

TEST_P(Floats, FromIntegers) {
  for (unsigned source : {1u, 8u, 32u, 64u, 128u}) {
    ExprId x = symbol(Sort::bits(source));
    for (Op op : {Op::FFromS, Op::FFromU}) {
      for (int i = 0; i < 6; ++i) {
        U128 value = truncateTo(i < 2 ? ~U128{0} >> random_.below(source) : U128{random_.next()} << random_.below(source), source);
        expectAgrees({x}, {value}, pool_.convert(op, x, sort()));
      }
    }
  }
}

// Free operands: the model is judged by the evaluator.
TEST_P(Floats, ModelsHold) {
  ExprId x = symbol(sort());
  ExprId y = symbol(sort());
  auto constant = [&](double value) { return pool_.constant(sort(), number(value)); };
  std::vector<std::vector<ExprId>> queries = {
      {pool_.unary(Op::FIsNan, pool_.binary(Op::FAdd, x, y)), pool_.notOf(pool_.unary(Op::FIsNan, x)),
       pool_.notOf(pool_.unary(Op::FIsNan, y))},
      {pool_.binary(Op::FEqual, pool_.binary(Op::FAdd, x, y), constant(10.5)), pool_.binary(Op::FLt, x, y)},
      {pool_.binary(Op::FEqual, x, y), pool_.notOf(pool_.equal(x, y))},
      {pool_.notOf(pool_.binary(Op::FEqual, x, x)), pool_.equal(x, y)},
      {pool_.binary(Op::FLt, constant(1e30), x), pool_.binary(Op::FEqual, pool_.binary(Op::FAdd, x, constant(1)), x)},
  };
  for (const std::vector<ExprId>& query : queries) {
    Solution solution = solver_->solve(query, Seconds(60));
    ASSERT_EQ(solution.answer, Answer::Satisfiable) << solution.reason;
    for (ExprId literal : query) EXPECT_NE(expr::evaluate(pool_, literal, solution.model), 0u);
  }
}

TEST_P(Floats, Theorems) {
  ExprId x = symbol(sort());
  ExprId y = symbol(sort());
  auto refuted = [&](std::vector<ExprId> query) {
    Solution solution = solver_->solve(query, Seconds(60));
    EXPECT_EQ(solution.answer, Answer::Unsatisfiable) << solution.reason;
  };
  refuted({pool_.notOf(pool_.equal(pool_.binary(Op::FSub, x, y), pool_.binary(Op::FAdd, x, pool_.unary(Op::FNeg, y))))});
  refuted({pool_.binary(Op::FLt, x, y), pool_.binary(Op::FLe, y, x)});
  // x + 0 is x, but for the negative zero.
  refuted({pool_.notOf(pool_.equal(pool_.binary(Op::FAdd, x, pool_.constant(sort(), 0)), x)),
           pool_.notOf(pool_.equal(x, pool_.constant(sort(), U128{1} << (width() - 1))))});
}

INSTANTIATE_TEST_SUITE_P(Widths, Floats, ::testing::Values(32u, 64u, 80u),
                         [](const auto& info) { return "Binary" + std::to_string(info.param); });

}  // namespace
}  // namespace cleave::solver
