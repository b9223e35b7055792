#include "explore/compare_text.h"

#include <gtest/gtest.h>

#include "expr/evaluate.h"

namespace cleave::explore {
namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Sort;
using vm::OutputItem;

class CompareText : public ::testing::Test {
 protected:
  CompareText() {
    x_ = pool_.symbolExpr(pool_.addSymbol({"x", Sort::bits(32), true}));
    y_ = pool_.symbolExpr(pool_.addSymbol({"y", Sort::bits(32), true}));
  }

  static std::vector<OutputItem> text(std::string_view characters) {
    std::vector<OutputItem> items;
    for (const char c : characters) {
      OutputItem item;
      item.sort = Sort::bits(8);
      item.bits = static_cast<unsigned char>(c);
      items.push_back(item);
    }
    return items;
  }
  static OutputItem number(ExprId e, U128 bits) {
    OutputItem item;
    item.kind = OutputItem::Kind::Formatted;
    item.spec = "%d";
    item.sort = Sort::bits(32);
    item.bits = bits;
    item.expr = e;
    return item;
  }

  // Whether the answer's literals hold for other values of x and y.
  bool holds(const TextComparison& comparison, uint32_t x, uint32_t y) {
    const expr::Assignment input{x, y};
    expr::Evaluator evaluator(pool_, input);
    for (const ExprId fix : comparison.fixes)
      if (!evaluator.holds(fix)) return false;
    bool allEqual = true;
    for (const ExprId equality : comparison.equalities) allEqual = allEqual && evaluator.holds(equality);
    return comparison.sameShape && allEqual == comparison.equal;
  }

  ExprPool pool_;
  ExprId x_, y_;
};

TEST_F(CompareText, PlainTexts) {
  EXPECT_TRUE(compareText(pool_, text("abc"), text("abc")).equal);
  EXPECT_FALSE(compareText(pool_, text("abc"), text("abd")).equal);
  const TextComparison shorter = compareText(pool_, text("abc"), text("ab"));
  EXPECT_FALSE(shorter.equal);
  EXPECT_FALSE(shorter.sameShape);
}

TEST_F(CompareText, NumbersBeforeANewlineCompareByValue) {
  std::vector<OutputItem> before{number(x_, 5)}, after{number(y_, 5)};
  before.push_back(text("\n")[0]);
  after.push_back(text("\n")[0]);
  const TextComparison same = compareText(pool_, before, after);
  EXPECT_TRUE(same.equal);
  EXPECT_TRUE(same.fixes.empty());
  EXPECT_TRUE(holds(same, 7, 7));
  EXPECT_FALSE(holds(same, 7, 8));
  after[0].bits = 6;
  const TextComparison differs = compareText(pool_, before, after);
  EXPECT_FALSE(differs.equal);
  EXPECT_TRUE(differs.fixes.empty());
  EXPECT_TRUE(holds(differs, 7, 8));
}

// "1" "23" and "12" "3" are one text, so unequal items do not make unequal texts.
TEST_F(CompareText, NumbersThatTouchAreFixed) {
  const std::vector<OutputItem> before{number(x_, 1), number(y_, 23)}, after{number(y_, 23), number(x_, 1)};
  const TextComparison differs = compareText(pool_, before, after);
  EXPECT_FALSE(differs.equal);
  EXPECT_FALSE(differs.fixes.empty());
  EXPECT_TRUE(holds(differs, 1, 23));
  EXPECT_FALSE(holds(differs, 1, 1)) << "11 and 11 are equal: must not be claimed different";
}

TEST_F(CompareText, EqualTextsOfUnequalItemsAreFixed) {
  const std::vector<OutputItem> before{number(x_, 1), number(y_, 23)};
  const std::vector<OutputItem> after{number(pool_.bits(32, 12), 12), number(pool_.bits(32, 3), 3)};
  const TextComparison same = compareText(pool_, before, after);
  EXPECT_TRUE(same.equal);
  EXPECT_TRUE(holds(same, 1, 23));
  EXPECT_FALSE(holds(same, 1, 24));
}

TEST_F(CompareText, ANumberAgainstItsDigits) {
  const std::vector<OutputItem> before{number(x_, 42)};
  const TextComparison same = compareText(pool_, before, text("42"));
  EXPECT_TRUE(same.equal);
  EXPECT_TRUE(holds(same, 42, 0));
  EXPECT_FALSE(holds(same, 43, 0));
}

// "{x}!" and "{x}" differ for every x: no number has to be fixed.
TEST_F(CompareText, WhatIsPrintedAlikeIsLeftOut) {
  std::vector<OutputItem> before{number(x_, 5)}, after{number(x_, 5)};
  before.push_back(text("\n")[0]);
  for (const OutputItem& item : text("!\n")) after.push_back(item);
  const TextComparison differs = compareText(pool_, before, after);
  EXPECT_FALSE(differs.equal);
  EXPECT_FALSE(differs.sameShape);
  EXPECT_TRUE(differs.fixes.empty());
}

TEST_F(CompareText, ANumberMoreMayBeNothing) {
  OutputItem nothing = number(x_, 0);
  nothing.spec = "%.0d";  // prints nothing for 0
  const TextComparison same = compareText(pool_, text("a"), {text("a")[0], nothing});
  EXPECT_TRUE(same.equal);
  EXPECT_TRUE(holds(same, 0, 0));
  EXPECT_FALSE(holds(same, 1, 0));
  nothing.bits = 7;
  const TextComparison differs = compareText(pool_, text("a"), {text("a")[0], nothing});
  EXPECT_FALSE(differs.equal);
  EXPECT_FALSE(differs.fixes.empty());
}

TEST_F(CompareText, AnIntAndALongPrintTheSameNumber) {
  OutputItem wide = number(pool_.extend(expr::Op::SExt, x_, 64), static_cast<uint64_t>(-5));
  wide.spec = "%ld";
  wide.sort = Sort::bits(64);
  const OutputItem narrow = number(x_, static_cast<uint32_t>(-5));
  const TextComparison same = compareText(pool_, {narrow}, {wide});
  EXPECT_TRUE(same.equal);
  EXPECT_TRUE(same.fixes.empty());
  EXPECT_TRUE(same.equalities.empty());
  OutputItem other = wide;
  other.expr = pool_.extend(expr::Op::ZExt, x_, 64);
  other.bits = static_cast<uint32_t>(-5);
  const TextComparison differs = compareText(pool_, {narrow}, {other});
  EXPECT_FALSE(differs.equal);
  EXPECT_TRUE(holds(differs, static_cast<uint32_t>(-7), 0));
  EXPECT_FALSE(holds(differs, 7, 0));
}

}  // namespace
}  // namespace cleave::explore
