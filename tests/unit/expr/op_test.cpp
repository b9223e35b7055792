#include "expr/op.h"

#include <gtest/gtest.h>

#include <set>

#include "../every_op.h"
#include "expr/evaluate.h"
#include "expr/print.h"
#include "expr/substitute.h"

namespace cleave::expr {
namespace {

class EveryOpTest : public ::testing::TestWithParam<Op> {
 protected:
  EveryOpTest() : every(plain), e(every.make(GetParam())) {}
  ExprPool plain{Rewriting::Off};
  EveryOp every;
  ExprId e;
};

TEST_P(EveryOpTest, HasTheFactsThatItsRowSays) {
  const OpFacts& facts = kOpFacts[GetParam()];
  ASSERT_EQ(plain.op(e), GetParam());
  if (facts.operandCount != kAnyNumber) {
    EXPECT_EQ(plain.operands(e).size(), facts.operandCount);
  }
  if (facts.result == ResultSort::Bool) {
    EXPECT_TRUE(plain.sort(e).isBool());
  }
  if (facts.result == ResultSort::Operand) {
    EXPECT_EQ(plain.sort(e), plain.sort(plain.operand(e, 0)));
  }
}

TEST_P(EveryOpTest, MeansTheSameRewritten) {
  if (GetParam() == Op::Apply) return;  // means nothing
  ExprPool pool;
  EveryOp rewritten(pool);
  EXPECT_EQ(evaluate(pool, rewritten.make(GetParam()), EveryOp::values()), evaluate(plain, e, EveryOp::values()));
}

TEST_P(EveryOpTest, CommutesOnlyIfTheOrderIsOfNoMatter) {
  if (kOpFacts[GetParam()].operandCount != 2) return;
  std::set<bool> same;
  Assignment values = EveryOp::values();
  for (const U128 x : {0xa5, 0x03, 0x80, 0x01}) {
    values[0] = x;
    const ExprId swapped = plain.binary(GetParam(), plain.operand(e, 1), plain.operand(e, 0));
    same.insert(evaluate(plain, e, values) == evaluate(plain, swapped, values));
  }
  EXPECT_EQ(same == std::set<bool>{true}, kOpFacts[GetParam()].commutes == Commutes::Yes);
}

TEST_P(EveryOpTest, IsRebuiltBySubstitution) {
  if (GetParam() == Op::Constant) return;
  Substitution substitution(plain);
  EveryOp others(plain);
  for (size_t k = 0; k < every.symbols().size(); ++k) substitution.set(plain.symbolOf(every.symbols()[k]), others.symbols()[k]);
  EXPECT_EQ(substitution(e), others.make(GetParam()));
}

TEST_P(EveryOpTest, IsPrinted) {
  EXPECT_FALSE(toCText(plain, e).empty());
  const std::string smt = toSmtTerm(plain, e);
  EXPECT_NE(smt.find(kOpFacts[GetParam()].smt), std::string::npos) << smt;
  EXPECT_EQ(std::count(smt.begin(), smt.end(), '('), std::count(smt.begin(), smt.end(), ')')) << smt;
}

INSTANTIATE_TEST_SUITE_P(All, EveryOpTest, ::testing::ValuesIn(everyOp()));

}  // namespace
}  // namespace cleave::expr
