#include "browse/private/source_rows.h"

#include <gtest/gtest.h>

namespace cleave::browse {
namespace {

report::SourcePair pairOf(std::vector<std::string> before, std::vector<std::string> after) {
  report::SourcePair pair;
  pair.files = {"b.c", "a.c"};
  pair.hunks = diffLines(before, after);
  pair.lines = {std::move(before), std::move(after)};
  for (const Side side : kSides)
    for (size_t k = 0; k < pair.lines.of(side).size(); ++k) pair.numbers.of(side).push_back(static_cast<uint32_t>(k + 1));
  return pair;
}

// "1-1 2+- 3-2": numbers of both sides, with a + where they differ.
std::string textOf(const std::vector<SourceRow>& rows) {
  std::string text;
  const auto number = [](long index) { return index < 0 ? std::string() : std::to_string(index + 1); };
  for (const SourceRow& row : rows) {
    if (!text.empty()) text += ' ';
    switch (row.kind) {
      case SourceRow::Kind::Files:
        text += "files";
        break;
      case SourceRow::Kind::Gap:
        text += "gap";
        break;
      case SourceRow::Kind::Note:
        text += row.note;
        break;
      case SourceRow::Kind::Code:
        text += number(row.line.before) + (row.differs ? "+" : "=") + number(row.line.after);
        break;
    }
  }
  return text;
}

TEST(SourceRows, linesThatCorrespondStandBesideEachOther) {
  const report::SourcePair pair = pairOf({"x", "old", "older", "y"}, {"x", "new", "y", "z"});
  EXPECT_EQ(textOf(sourceRows({&pair}, {}, false)), "files 1=1 2+2 3+ 4=3 +4");
  EXPECT_EQ(textOf(sourceRows({&pair}, {}, true)), "files 1=1 2+ 3+ +2 4=3 +4");
}

TEST(SourceRows, aSideMayBeEmpty) {
  const report::SourcePair pair = pairOf({}, {"x", "y"});
  EXPECT_EQ(textOf(sourceRows({&pair}, {}, false)), "files +1 +2");
  EXPECT_EQ(textOf(sourceRows({}, {}, false)), "");
}

TEST(SourceRows, notesStandBelowTheirLines) {
  const report::SourcePair pair = pairOf({"x", "y"}, {"x", "y"});
  EXPECT_EQ(
      textOf(sourceRows(
          {&pair}, {{Side::After, "a.c:1", "here"}, {Side::Before, "a.c:1", "another file"}, {Side::Before, "b.c:2", "there"}}, false)),
      "files 1=1 here 2=2 there");
}

TEST(SourceRows, piecesAreToldApart) {
  report::SourcePair pair = pairOf({"x", "y"}, {"x", "y"});
  pair.numbers = {{3, 90}, {3, 91}};
  EXPECT_EQ(textOf(sourceRows({&pair}, {}, false)), "files 1=1 gap 2=2");
}

}  // namespace
}  // namespace cleave::browse
