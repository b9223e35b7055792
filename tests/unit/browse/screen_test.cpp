#include "browse/private/screen.h"

#include <gtest/gtest.h>

#include "browse/private/plain_text.h"

namespace cleave::browse {
namespace {

TEST(Line, isCutToColumnsAndSaysSo) {
  const Line line = Line("abc", Look::Strong).add("défg");
  EXPECT_EQ(line.width(), 7u);
  EXPECT_EQ(line.cut(7).text(), "abcdéfg");
  EXPECT_EQ(line.cut(5).text(), "abcd…");
  EXPECT_EQ(line.cut(3).text(), "ab…");
  EXPECT_EQ(line.cut(1).text(), "…");
  EXPECT_EQ(line.cut(0).text(), "");
  EXPECT_EQ(line.cut(5).spans().front().look, Look::Strong);
}

TEST(Line, wideCharactersAreNotSplit) {
  const Line line("日本語");
  EXPECT_EQ(line.width(), 6u);
  EXPECT_EQ(line.cut(4).text(), "日…");
  EXPECT_EQ(line.from(3).text(), "本語") << "half a character is none";
  for (size_t columns = 0; columns < 8; ++columns) EXPECT_LE(line.cut(columns).width(), columns);
}

TEST(Line, startsLater) {
  const Line line = Line("abc", Look::Strong).add("def", Look::Added);
  EXPECT_EQ(line.from(0).text(), "abcdef");
  EXPECT_EQ(line.from(4).text(), "ef");
  EXPECT_EQ(line.from(4).spans().front().look, Look::Added);
  EXPECT_EQ(line.from(9).text(), "");
}

TEST(Cell, isAsWideAsItsColumn) {
  EXPECT_EQ(cell("ab", 4).text(), "ab  ");
  EXPECT_EQ(cell("abcdef", 4).text(), "abc…");
  EXPECT_EQ(cell("日本", 3).width(), 3u);
}

TEST(Labelled, textIsWrappedAndNeverCut) {
  Lines lines;
  addLabelled(lines, "condition", "a > 10 && b > 20 && c > 30 && d > 40", 30);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].text(), "condition   a > 10 &&");
  EXPECT_EQ(lines[2].text(), "            c > 30 && d > 40");
}

TEST(PlainText, hasAColumnForEachColumn) {
  EXPECT_EQ(plainText("a│b … ░█▒·"), "a|b ~ =#%.");
  EXPECT_EQ(plainText("é日"), "???");
  EXPECT_EQ(plainText(""), "");
}

}  // namespace
}  // namespace cleave::browse
