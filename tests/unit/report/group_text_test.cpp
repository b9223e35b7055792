// Groups in the text report.
#include <gtest/gtest.h>

#include "report/row_text.h"
#include "report/cell_strings.h"
#include "report/json.h"
#include "report/pointer_words.h"
#include "report/read_json.h"
#include "report/text.h"
#include "result/guarantee.h"

namespace cleave::report {
namespace {

using result::Group;
using result::PartitionKind;

result::EntryResult splitEntry() {
  result::EntryResult entry;
  entry.name = "split";
  entry.verdict = result::Verdict::Different;
  entry.reason = "2 of 3 partitions differ";
  entry.guarantee.exhaustive = true;
  entry.inputs = {{"line_is_null", result::kChoiceType, 1, false, false, false},
                  {"line[0]", "char", 8, true, false, false},
                  {"line[1]", "char", 8, true, false, false}};
  for (uint32_t id : {0u, 1u, 2u}) {
    result::Partition partition;
    partition.id = id;
    partition.kind = id < 2 ? PartitionKind::Different : PartitionKind::Equal;
    partition.reason = id < 2 ? "differs in line" : "no changed line runs";
    partition.condition = "true";
    partition.conditionText = "line[0] == " + std::to_string(id);
    partition.witness = {{"line_is_null", "0"}, {"line[0]", "97"}, {"line[1]", "0"}};
    partition.witnessBits = {{"line_is_null", "0x0"}, {"line[0]", "0x61"}, {"line[1]", "0x00"}};
    partition.before = partition.after = {"returned", "", "", {{"line[0]", "97"}, {"line[1]", "98"}}};
    if (id < 2) partition.after.values = {{"line[0]", "97"}, {"line[1]", "0"}};
    partition.confirmed = id < 2;
    entry.partitions.push_back(partition);
  }
  Group different;
  different.kind = PartitionKind::Different;
  different.reason = "differs in line[]";
  different.condition = "true";
  different.conditionText = "!line_is_null && isspace(strchr(line, '=')[1])";
  different.isExact = true;
  different.partitions = {0, 1};
  different.example = entry.partitions[0];
  different.example.condition = different.example.conditionText = "";
  Group equal;
  equal.kind = PartitionKind::Equal;
  equal.reason = "no changed line runs";
  equal.partitions = {2};
  equal.example = entry.partitions[2];
  equal.example.condition = equal.example.conditionText = "";
  entry.groups = {different, equal};
  return entry;
}

std::string textOf(const result::EntryResult& entry, bool all = false) {
  TextOptions options;
  options.all = all;
  options.width = 160;
  return toText({"0", {}, {entry}}, options);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(GroupText, SaysConditionExampleAndNumber) {
  const std::string text = textOf(splitEntry());
  EXPECT_TRUE(has(text, "line != NULL && isspace(strchr(line, '=')[1])")) << text;
  EXPECT_TRUE(has(text, "2 different")) << text;
  EXPECT_TRUE(has(text, "(differs in line[])")) << text;
  EXPECT_TRUE(has(text, "e.g. line = \"a\"")) << text;
  EXPECT_TRUE(has(text, "line = \"ab\"")) << text;
  EXPECT_TRUE(has(text, "3 partitions in 2 groups (--all lists them)")) << text;
  EXPECT_FALSE(has(text, "line[0] == 1")) << text;
}

TEST(GroupText, TheOnlyGroupWithoutAConditionIsTheRest) {
  result::EntryResult entry = splitEntry();
  EXPECT_TRUE(has(textOf(entry), "\n  otherwise"));
  entry.guarantee.exhaustive = false;  // there may be inputs in no group
  EXPECT_FALSE(has(textOf(entry), "otherwise"));
  EXPECT_TRUE(has(textOf(entry), "(no short condition)"));
  entry.guarantee.exhaustive = true;
  entry.groups[0].isExact = false;  // of two, neither is
  EXPECT_FALSE(has(textOf(entry), "otherwise"));
  EXPECT_TRUE(has(textOf(entry), "needs line != NULL && "));
}

TEST(GroupText, AllListsGroupsAndPartitions) {
  const std::string text = textOf(splitEntry(), true);
  EXPECT_TRUE(has(text, "2 different")) << text;
  EXPECT_TRUE(has(text, "line[0] == 1")) << text;
}

TEST(GroupText, ConditionsAreNeverCut) {
  result::EntryResult entry = splitEntry();
  std::string& condition = entry.groups[0].conditionText;
  condition = "n0 > 0";
  for (int k = 1; k < 20; ++k) condition += " && n" + std::to_string(k) + " > 0";
  TextOptions options;
  options.width = 60;
  const std::string text = toText({"0", {}, {entry}}, options);
  EXPECT_TRUE(has(text, "n19 > 0")) << text;
  EXPECT_FALSE(has(text, "> 0…")) << text;
}

TEST(GroupJson, IsReadAsItWasWritten) {
  const result::EntryResult entry = splitEntry();
  result::Result result{"0", {}, {entry}};
  result.entries[0].groups[0].share = result::Share{true, 0.5, 0.5, 0.5, "1 of 2"};
  result.entries[0].groups[0].place = "after.c:3";
  result.entries[0].groups[1].conditionText = "n > 0";
  result.entries[0].groups[1].condition = "x";
  const std::string text = toJson(result);
  EXPECT_TRUE(has(text, "\"needs\": \"n > 0\"")) << text;
  const Expected<result::Result> read = readResult(text);
  ASSERT_TRUE(read.hasValue()) << read.error().message;
  EXPECT_EQ(toJson(*read), text);
  ASSERT_EQ(read->entries[0].groups.size(), 2u);
  EXPECT_EQ(read->entries[0].groups[0].partitions, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(read->entries[0].groups[0].example.witness.size(), 3u);
}

TEST(PointerWords, OnlyOfChoices) {
  const std::vector<result::Input> inputs = {{"p->next_is_null", result::kChoiceType, 1}, {"q_is_null", "int", 32}};
  EXPECT_EQ(withPointers(inputs, "!p->next_is_null && q_is_null > 3"), "p->next != NULL && q_is_null > 3");
  EXPECT_EQ(withPointers(inputs, "p->next_is_null || x"), "p->next == NULL || x");
}

TEST(CellStrings, AReturnedStringIsShownAlthoughItsFirstCharacterIsTheSame) {
  result::EntryResult entry;
  entry.vocabulary.types = {{"*return", "char"}, {"return[]", "char"}};
  result::Partition partition;
  partition.kind = result::PartitionKind::Different;
  partition.before = {"returned", "", "", {{"return", "object 1"}, {"*return", "97"}, {"return[1]", "98"}, {"return[2]", "0"}}};
  partition.after = {"returned", "", "", {{"return", "object 1"}, {"*return", "97"}, {"return[1]", "0"}}};
  const RowText row(entry, partition);
  EXPECT_EQ(row.beforeShown(), "*return = \"ab\"");
  EXPECT_EQ(row.afterShown(), "*return = \"a\"");
}

TEST(CellStrings, TextThatIsTheSameHidesNoByte) {
  const std::vector<result::Input> inputs = {{"s[0]", "char", 8}};
  result::Observation before{"returned", "", "", {{"s[0]", "97"}, {"s[1]", "0"}, {"s[2]", "1"}}}, after = before;
  after.values[2].second = "2";
  useStrings(inputs, {}, before, after);
  EXPECT_EQ(before.values.size(), 3u);
  after.values[0].second = "98";
  useStrings(inputs, {}, before, after);
  EXPECT_EQ(before.values, (std::vector<std::pair<std::string, std::string>>{{"s", "\"a\""}}));
  EXPECT_EQ(after.values, (std::vector<std::pair<std::string, std::string>>{{"s", "\"b\""}}));
}

}  // namespace
}  // namespace cleave::report
