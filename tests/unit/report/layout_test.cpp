#include "report/layout.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "report/utf8.h"

namespace cleave::report {
namespace {

using Lines = std::vector<std::string>;

TEST(Wrap, breaksAtTheBestPlace) {
  EXPECT_EQ(wrap("short", 10, 3), (Lines{"short"}));
  EXPECT_EQ(wrap("", 10, 3), (Lines{""}));
  EXPECT_EQ(wrap("a > 10 && b > 20 && c > 30", 18, 3), (Lines{"a > 10 &&", "b > 20 && c > 30"}));
  EXPECT_EQ(wrap("one two three", 8, 3), (Lines{"one two", "three"}));
  EXPECT_EQ(wrap("abcdefghij", 4, 3), (Lines{"abcd", "efgh", "ij"}));
  EXPECT_EQ(wrap("abcd efgh", 4, 3), (Lines{"abcd", "efgh"}));
}

TEST(Wrap, keepsWhatIsInParenthesesTogether) {
  EXPECT_EQ(wrap("s != NULL && !strchr(s, '=') && n > 1", 22, 3), (Lines{"s != NULL &&", "!strchr(s, '=') &&", "n > 1"}));
  EXPECT_EQ(wrap("line[strspn(line, \"\\t \")] == '#'", 30, 3), (Lines{"line[strspn(line, \"\\t \")] ==", "'#'"}));
  EXPECT_EQ(wrap("(the lines run, and nothing else does)", 16, 3), (Lines{"(the lines run,", "and nothing else", "does)"}));
}

TEST(Table, givesColumnsTheWidthsThatMakeItLow) {
  const std::string condition = "first > 0 && second > 0 && third > 0 && fourth > 0";
  const std::string text = table({{{"condition", "before", "after", "kind"}, ""}, {{condition, "a few words", "more words", "equal"}, ""}}, {2, 2, 60, 9});
  EXPECT_NE(text.find("a few"), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4) << text;
}

TEST(Wrap, cutsWithAnEllipsis) {
  EXPECT_EQ(wrap("abcdefghij", 4, 2), (Lines{"abcd", "efg…"}));
  EXPECT_EQ(wrap("äöüäöüäöü", 4, 1), (Lines{"äöü…"}));
}

TEST(Wrap, losesNothingWithinItsLines) {
  const std::string text = "i > 0 && (unsigned)i < 4000000000 && averyveryverylongname[12345678] != 77 && ö == 1";
  for (size_t width = 2; width < 90; ++width) {
    std::string joined;
    for (const std::string& line : wrap(text, width, 1000)) {
      EXPECT_LE(displayWidth(line), width);
      joined += line;
    }
    const auto withoutSpaces = [](std::string s) {
      std::erase(s, ' ');
      return s;
    };
    EXPECT_EQ(withoutSpaces(joined), withoutSpaces(text));
  }
}

TEST(FitWidths, theWidestGiveWay) {
  EXPECT_EQ(fitWidths({5, 30, 10}, 100), (std::vector<size_t>{5, 30, 10}));
  EXPECT_EQ(fitWidths({5, 30, 10}, 35), (std::vector<size_t>{5, 20, 10}));
  EXPECT_EQ(fitWidths({50, 50}, 10), (std::vector<size_t>{8, 8})) << "a minimum, whatever the terminal";
}

TEST(Utf8, wideCharactersHaveTwoColumns) {
  EXPECT_EQ(displayWidth("aé日本😀"), 8u);
  EXPECT_EQ(displayWidth("e\xcc\x81x"), 2u) << "an accent of its own combines";
  EXPECT_EQ(columns("日本", 3), "日");
  EXPECT_EQ(columns("e\xcc\x81x", 1), "e\xcc\x81");
  EXPECT_EQ(columns("abc", 0), "");
}

TEST(Utf8, validSequencesOnly) {
  EXPECT_EQ(validUtf8("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"), "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(validUtf8("\x80"), "\\x80");
  EXPECT_EQ(validUtf8("\xc3"), "\\xc3");
  EXPECT_EQ(validUtf8("\xe0\x80\x80"), "\\xe0\\x80\\x80") << "overlong";
  EXPECT_EQ(validUtf8("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "surrogate";
  EXPECT_EQ(validUtf8("\xf5\x80\x80\x80"), "\\xf5\\x80\\x80\\x80");
  EXPECT_EQ(validUtf8("a\nb"), "a\nb");
  EXPECT_EQ(printable("a\nb\tc\x1b[0m\x7f\xc2\x9b"), "a\\nb\\tc\\x1b[0m\\x7f\\xc2\\x9b");
}

}  // namespace
}  // namespace cleave::report
