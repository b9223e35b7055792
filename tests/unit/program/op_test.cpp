#include "program/op.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace cleave::program {
namespace {

TEST(Op, NamesAreDistinct) {
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(Op::Unsupported); ++i)
    EXPECT_TRUE(names.insert(opName(static_cast<Op>(i))).second) << opName(static_cast<Op>(i));
}

TEST(Op, OnlyJumpsReturnsAndUnreachableEndABlock) {
  std::set<std::string> terminators;
  for (int i = 0; i <= static_cast<int>(Op::Unsupported); ++i)
    if (isTerminator(static_cast<Op>(i))) terminators.insert(opName(static_cast<Op>(i)));
  EXPECT_EQ(terminators, (std::set<std::string>{"branch", "jump", "return", "switch", "unreachable"}));
}

}  // namespace
}  // namespace cleave::program
