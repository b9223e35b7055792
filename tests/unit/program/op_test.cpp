#include "program/op.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace cleave::program {
namespace {

TEST(Op, NamesAreDistinct) {
  std::set<std::string> names;
  for (int i = 0; i < static_cast<int>(enumCount<Op>()); ++i)
    EXPECT_TRUE(names.insert(opName(static_cast<Op>(i))).second) << opName(static_cast<Op>(i));
}

TEST(Op, OnlyJumpsReturnsAndUnreachableEndABlock) {
  std::set<std::string> terminators;
  for (int i = 0; i < static_cast<int>(enumCount<Op>()); ++i)
    if (isTerminator(static_cast<Op>(i))) terminators.insert(opName(static_cast<Op>(i)));
  EXPECT_EQ(terminators, (std::set<std::string>{"branch", "jump", "return", "switch", "unreachable"}));
}

// As whoever replaces an operation by its value relies on: no trap, no second result, no memory.
TEST(Op, PureOperationsAreOfFamiliesThatOnlyCompute) {
  std::set<Family> families;
  for (int i = 0; i < static_cast<int>(enumCount<Op>()); ++i)
    if (isPure(static_cast<Op>(i))) families.insert(familyOf(static_cast<Op>(i)));
  EXPECT_EQ(families, (std::set<Family>{Family::Integer, Family::Comparison, Family::Cast, Family::Move}));
  for (const Op op : {Op::FCmp, Op::FIsClass, Op::FPToSI, Op::PtrToInt, Op::Freeze}) EXPECT_FALSE(isPure(op)) << opName(op);
}

}  // namespace
}  // namespace cleave::program
