#include "change/line_map.h"

#include <gtest/gtest.h>

#include "builder.h"
#include "change/change.h"

namespace cleave::change {
namespace {

using Text = std::vector<std::string>;

LineMap mapOf(const Text& before, const Text& after) {
  return LineMap({before, 1, static_cast<uint32_t>(before.size())}, {after, 1, static_cast<uint32_t>(after.size())});
}

TEST(LineMap, AnEditedLineCorresponds) {
  LineMap map = mapOf({"int x = i;", "if (j) x = 2;", "return x;"}, {"int x = i + 1;", "if (j) x = 2;", "return x;"});
  EXPECT_EQ(map.partnerOf(Side::After, 1), 1u);
  EXPECT_EQ(map.partnerOf(Side::Before, 3), 3u);
}

TEST(LineMap, AnInsertedLineHasNoPartner) {
  LineMap map = mapOf({"a = 1;", "b = 2;"}, {"a = 1;", "log(a);", "b = 2;"});
  EXPECT_EQ(map.partnerOf(Side::After, 2), 0u);
  EXPECT_EQ(map.partnerOf(Side::After, 3), 2u);
}

TEST(LineMap, AnEditNextToAnInsertionIsFoundByItsWords) {
  LineMap map = mapOf({"start();", "int x = i;", "end();"}, {"start();", "check(i, j, k);", "int x = i + 1;", "end();"});
  EXPECT_EQ(map.partnerOf(Side::After, 2), 0u);
  EXPECT_EQ(map.partnerOf(Side::After, 3), 2u);
}

TEST(LineMap, BlanksCommentsAndBracesDoNotCount) {
  LineMap map =
      mapOf({"f(  a,b );", "/* one", "   two */ g();", "{", "h(\"//x\");"}, {"// more", "f(a, b);  // here", "g();", "h( \"//x\" );"});
  EXPECT_EQ(map.partnerOf(Side::Before, 1), 2u);
  EXPECT_EQ(map.partnerOf(Side::Before, 2), 0u);
  EXPECT_EQ(map.partnerOf(Side::Before, 3), 3u);
  EXPECT_EQ(map.partnerOf(Side::Before, 4), 0u);
  EXPECT_EQ(map.partnerOf(Side::Before, 5), 4u);
}

TEST(LineMap, LinesOutsideTheTextHaveNoPartner) {
  Text text{"a();"};
  LineMap map({text, 1, 9}, {text, 5, 9});
  EXPECT_EQ(map.partnerOf(Side::Before, 1), 0u);
  EXPECT_EQ(map.partnerOf(Side::After, 7), 0u);
}

// --- and what the changes make of it

using namespace testing;

// line 2: x = p0, or p0 + 1;  line 3: y = x * p1;  line 4: return y. The plain copy is no instruction.
Function copyOrSum(bool sum, uint32_t extra = 0) {
  FunctionBuilder b("f", 2);
  Operand x = b.parameter(0);
  if (sum) x = b.line(2 + extra).binary(Op::Add, x, b.number(1));
  Operand y = b.line(3 + extra).binary(Op::Mul, x, b.parameter(1));
  b.line(4 + extra).ret(y);
  return b.take();
}

Changes changesOf(const Text& before, const Text& after, uint32_t extra = 0) {
  Program x = programOf({copyOrSum(false)}), y = programOf({copyOrSum(true, extra)});
  x.files = {"before.c"};
  y.files = {"after.c"};
  Hints hints;
  hints.linesOf = [&](Side, const std::string& file) { return file == "before.c" ? before : after; };
  return findChanges(x, y, hints);
}

TEST(BothLines, AnEditThatLeavesNoInstructionIsShownOnBothSides) {
  Changes c = changesOf({"int f(int a, int b) {", "int x = a;", "int y = x * b;", "return y;", "}"},
                        {"int f(int a, int b) {", "int x = a + 1;", "int y = x * b;", "return y;", "}"});
  ASSERT_EQ(c.changes.size(), 1u);
  EXPECT_EQ(c.changes[0].before.first, 2u);
  EXPECT_EQ(c.changes[0].before.last, 2u);
  EXPECT_EQ(c.changes[0].beforeFile, "before.c");
  EXPECT_EQ(c.changes[0].after.first, 2u);
}

TEST(BothLines, ADeletionToo) {
  Text before{"int f(int a, int b) {", "int x = a + 1;", "int y = x * b;", "return y;", "}"};
  Text after{"int f(int a, int b) {", "int x = a;", "int y = x * b;", "return y;", "}"};
  Program x = programOf({copyOrSum(true)}), y = programOf({copyOrSum(false)});
  x.files = {"before.c"};
  y.files = {"after.c"};
  Hints hints;
  hints.linesOf = [&](Side, const std::string& file) { return file == "before.c" ? before : after; };
  Changes c = findChanges(x, y, hints);
  ASSERT_EQ(c.changes.size(), 1u);
  EXPECT_EQ(c.changes[0].before.first, 2u);
  EXPECT_EQ(c.changes[0].after.first, 2u);
  EXPECT_EQ(c.changes[0].afterFile, "after.c");
}

TEST(BothLines, AnInsertionStaysOneSided) {
  Changes c = changesOf({"int f(int a, int b) {", "", "int y = a * b;", "return y;", "}"},
                        {"int f(int a, int b) {", "a++;", "int y = a * b;", "return y;", "}"});
  ASSERT_EQ(c.changes.size(), 1u);
  EXPECT_FALSE(c.changes[0].before.present());
  EXPECT_EQ(c.changes[0].beforeFile, "");
  EXPECT_EQ(c.changes[0].after.first, 2u);
}

// The text alone would pair the inserted line with the one whose instruction has its match elsewhere.
TEST(BothLines, ARepeatedLineIsAnInsertion) {
  auto make = [](unsigned times) {
    FunctionBuilder b("f", 1);
    Operand x = b.parameter(0);
    for (unsigned k = 0; k < times; ++k) x = b.line(2 + k).binary(Op::Add, x, b.number(1));
    b.line(2 + times).ret(x);
    Program p = programOf({b.take()});
    p.files = {times == 1 ? "before.c" : "after.c"};
    return p;
  };
  Hints hints;
  hints.linesOf = [](Side, const std::string& file) {
    return file == "before.c" ? Text{"int f(int x) {", "x++;", "return x;"} : Text{"int f(int x) {", "x++;", "x++;", "return x;"};
  };
  Changes c = findChanges(make(1), make(2), hints);
  ASSERT_EQ(c.changes.size(), 1u);
  EXPECT_FALSE(c.changes[0].before.present());
}

TEST(BothLines, UnreadableOrShorterFilesChangeNothing) {
  for (const Text& text : {Text{}, Text{"one line"}}) {
    Changes c = changesOf(text, text);
    ASSERT_EQ(c.changes.size(), 1u);
    EXPECT_FALSE(c.changes[0].before.present());
  }
}

TEST(BothLines, WithoutTextTheInstructionsOfTheLineTell) {
  auto make = [](bool sum) {
    FunctionBuilder b("f", 1);
    Operand x = b.parameter(0);
    if (sum) x = b.line(7).binary(Op::Add, x, b.number(1));
    b.line(sum ? 7 : 5).ret(x);
    return programOf({b.take()});
  };
  Changes c = findChanges(make(false), make(true));
  ASSERT_EQ(c.changes.size(), 1u);
  EXPECT_EQ(c.changes[0].before.first, 5u);
  EXPECT_EQ(c.changes[0].after.first, 7u);
}

}  // namespace
}  // namespace cleave::change
