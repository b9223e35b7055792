#include "report/journal_lines.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "report/json.h"
#include "report/read_json.h"
#include "sample_results.h"
#include "support/text.h"

namespace cleave::report {
namespace {

using result::Verdict;

std::vector<std::string> linesOf(const result::Result& result) {
  std::vector<std::string> names, lines;
  for (const result::EntryResult& entry : result.entries) names.push_back(entry.name);
  lines.push_back(runLine(result.version, names));
  for (const result::EntryResult& entry : result.entries) {
    result::EntryResult head = entry;
    head.partitions.clear();
    lines.push_back(beginLine(head));
    for (const result::Partition& each : entry.partitions) lines.push_back(partitionLine(entry.name, each));
    lines.push_back(endLine(head, entry.partitions.size()));
  }
  return lines;
}

TEST(ReadJson, givesBackWhatWasWritten) {
  for (const result::Result& result : {clampResult(), equivalentResult(), oddResult(), inconclusiveResult()}) {
    const std::string document = toJson(result);
    const Expected<result::Result> read = readResult(document);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(toJson(*read), document);
    EXPECT_FALSE(readResult(document.substr(0, document.size() / 2)));
  }
}

TEST(JournalLines, allOfThemAreTheResult) {
  for (const result::Result& result : {clampResult(), equivalentResult(), inconclusiveResult()}) {
    const JournalContents contents = readJournal(join(linesOf(result), "\n") + "\n");
    EXPECT_TRUE(contents.knowsEntries);
    EXPECT_EQ(contents.damagedLines, 0u);
    result::Result without = result;
    without.notes.clear();
    EXPECT_EQ(toJson(contents.result), toJson(without));
  }
}

// In large entries what is as in before is not written again.
TEST(ReadJson, whatIsAsInBeforeComesBack) {
  result::Result result = clampResult();
  result::EntryResult& entry = result.entries[0];
  result::Partition& partition = entry.partitions[0];
  for (int k = 0; k < 70; ++k) {
    const std::string name = "p[" + std::to_string(k) + "]";
    entry.inputs.push_back({name, "char", 8, true});
    for (result::Partition& each : entry.partitions) {
      each.witness.emplace_back(name, "0");
      each.witnessBits.emplace_back(name, "0x00");
    }
  }
  partition.before.values = partition.after.values = {{"return", "1"}, {"cells", "2"}};
  partition.beforeExpr = partition.afterExpr = {{"return", "i"}};
  const std::string document = toJson(result);
  EXPECT_NE(document.find("\"cells\": \"as before\""), std::string::npos);
  const Expected<result::Result> read = readResult(document);
  ASSERT_TRUE(read) << read.error().message;
  const result::Partition& same = read->entries[0].partitions[0];
  EXPECT_EQ(same.after.values, partition.after.values);
  EXPECT_EQ(same.afterExpr, partition.afterExpr);
  EXPECT_EQ(toJson(*read), document);
}

// Whatever is cut off, and wherever: what is left is not more than there was, and nothing is called equivalent that did not end.
TEST(JournalLines, cutAnywhere) {
  const result::Result whole = clampResult();
  const std::string text = join(linesOf(whole), "\n") + "\n";
  const size_t end = text.rfind("{\"entry\"");
  for (size_t length = 0; length < text.size(); length += 7) {
    const JournalContents contents = readJournal(std::string_view(text).substr(0, length));
    for (size_t k = 0; k < contents.result.entries.size(); ++k) {
      const result::EntryResult& entry = contents.result.entries[k];
      EXPECT_LE(entry.partitions.size(), whole.entries[0].partitions.size());
      EXPECT_NE(entry.verdict, Verdict::Equivalent);
      EXPECT_EQ(contents.ended[k], length + 1 >= text.size());
      EXPECT_FALSE(entry.guarantee.exhaustive && length < end);
      for (size_t p = 0; p < entry.partitions.size(); ++p)
        EXPECT_EQ(entry.partitions[p].conditionText, whole.entries[0].partitions[p].conditionText);
    }
  }
}

// A damaged byte costs its line, and is noticed.
TEST(JournalLines, damagedAnywhere) {
  const result::Result whole = clampResult();
  const std::string text = join(linesOf(whole), "\n") + "\n";
  for (size_t at = 0; at < text.size(); at += 3) {
    std::string damaged = text;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    const JournalContents contents = readJournal(damaged);
    EXPECT_GE(contents.damagedLines, 1u) << at;
    for (const result::EntryResult& entry : contents.result.entries)
      for (const result::Partition& each : entry.partitions) {
        const result::Partition& original = whole.entries[0].partitions[each.id];
        EXPECT_EQ(partitionLine("clamp", each), partitionLine("clamp", original)) << at;
      }
  }
}

TEST(JournalLines, aPartOfALineHidesNoOther) {
  const std::vector<std::string> lines = linesOf(clampResult());
  const JournalContents contents = readJournal(lines[0] + "\n" + lines[1] + "\n" + lines[2].substr(0, 100) + lines[3] + "\n");
  EXPECT_EQ(contents.damagedLines, 1u);
  ASSERT_EQ(contents.result.entries.size(), 1u);
  EXPECT_EQ(contents.result.entries[0].partitions.size(), 1u);
}

// Conditions are over inputs that nobody names then.
TEST(JournalLines, partitionsWithoutTheInputsSayNothing) {
  const std::vector<std::string> lines = linesOf(clampResult());
  const JournalContents contents = readJournal(lines[0] + "\n" + lines[2] + "\n" + lines[3] + "\n");
  ASSERT_EQ(contents.result.entries.size(), 1u);
  EXPECT_TRUE(contents.result.entries[0].partitions.empty());
  EXPECT_EQ(contents.lost[0], 2u);
}

// An entry's lines are in the file of its worker, and its last one in another.
TEST(JournalLines, AnyOrderWillDo) {
  const result::Result result = clampResult();
  std::vector<std::string> lines = linesOf(result);
  const std::string forwards = toJson(readJournal(join(lines, "\n")).result);
  std::rotate(lines.begin(), lines.end() - 1, lines.end());
  const JournalContents rotated = readJournal(join(lines, "\n"));
  EXPECT_EQ(toJson(rotated.result), forwards);
  EXPECT_EQ(rotated.lost[0], 0u);
}

}  // namespace
}  // namespace cleave::report
