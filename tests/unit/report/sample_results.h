// Results made by hand, as the explorer would make them.
#pragma once

#include "result/result.h"

namespace cleave::report {

inline result::Observation returning(const std::string& value) { return {"returned", "", "", {{"return", value}}}; }

inline result::Partition partition(uint32_t id, result::PartitionKind kind, const std::string& smt, const std::string& text,
                                   const std::string& witness) {
  result::Partition p;
  p.id = id;
  p.kind = kind;
  p.condition = smt;
  p.conditionText = text;
  p.witness = {{"i", witness}};
  p.confirmed = kind == result::PartitionKind::Different;
  p.reason = kind == result::PartitionKind::Different ? "differs in return" : "no changed line runs";
  return p;
}

// int clamp(int i) { return i < 0 ? 0 : i; }  changed to i + 1: the figure of the PRV paper, with the partition that unbounded integers
// hide.
inline result::Result clampResult() {
  using result::PartitionKind;
  result::Result result;
  result.version = "0.1.0";
  result::EntryResult& entry = result.entries.emplace_back();
  entry.name = "clamp";
  entry.verdict = result::Verdict::Different;
  entry.reason = "3 of 4 partitions differ";
  entry.guarantee = {true, "path", {}, {"signed overflow wraps, and a shift count counts modulo the width"}};
  entry.inputs = {{"i", "int", 32, true, false}};
  entry.changes = {{1, "clamp", "after.c", {3, 3}, {3, 3}}};
  result::Partition below = partition(0, PartitionKind::Equal, "(bvslt i #x00000000)", "i < 0", "-1");
  below.before = below.after = returning("0");
  below.beforeExpr = below.afterExpr = {{"return", "0"}};
  result::Partition zero = partition(1, PartitionKind::Different, "(= i #x00000000)", "i == 0", "0");
  zero.before = returning("0");
  zero.after = returning("1");
  zero.beforeExpr = {{"return", "0"}};
  zero.afterExpr = {{"return", "1"}};
  result::Partition above =
      partition(2, PartitionKind::Different, "(and (bvsgt i #x00000000) (not (= i #x7fffffff)))", "i > 0 && i != 2147483647", "1");
  above.before = returning("1");
  above.after = returning("2");
  above.beforeExpr = {{"return", "i"}};
  above.afterExpr = {{"return", "i + 1"}};
  result::Partition top = partition(3, PartitionKind::Different, "(= i #x7fffffff)", "i == 2147483647", "2147483647");
  top.before = returning("2147483647");
  top.after = returning("-2147483648");
  top.beforeExpr = {{"return", "i"}};
  top.afterExpr = {{"return", "i + 1"}};
  for (result::Partition* each : {&zero, &above, &top}) each->changes = {1};
  below.witnessBits = {{"i", "0xffffffff"}};
  zero.witnessBits = {{"i", "0x00000000"}};
  above.witnessBits = {{"i", "0x00000001"}};
  top.witnessBits = {{"i", "0x7fffffff"}};
  const result::Share half{true, 0.5, 0.5, 0.5, "2^31 of 2^32"};
  entry.shares = {half, half, {true, 0, 0, 0, "0 of 2^32"}, {true, 0, 0, 0, "0 of 2^32"}};
  entry.partitions = {below, zero, above, top};
  entry.statistics = {5, 1200, 4321, 12, 0, 0.0123456789, 0.2071};
  return result;
}

inline result::Result equivalentResult() {
  result::Result result = clampResult();
  result::EntryResult& entry = result.entries[0];
  entry.verdict = result::Verdict::Equivalent;
  entry.reason = "the partitions cover every input, and each is equal";
  entry.partitions.resize(1);
  entry.shares = {{true, 1, 1, 1, "all of 2^32"}, {true, 0, 0, 0, "0 of 2^32"}, {true, 0, 0, 0, "0 of 2^32"}, {true, 0, 0, 0, "0 of 2^32"}};
  entry.partitions[0].conditionText = "";
  entry.partitions[0].condition = "true";
  entry.partitions[0].beforeExpr = {{"return", "i * 2"}};
  entry.partitions[0].afterExpr = {{"return", "i << 1"}};
  entry.changes.push_back({2, "clamp", "after.c", {0, 0}, {7, 9}});
  entry.changes.push_back({3, "clamp", "before.c", {9, 12}, {0, 0}});
  return result;
}

// Every outcome, odd bytes, many observations, long conditions, names that clash with our own words.
inline result::Result oddResult() {
  using result::PartitionKind;
  result::Result result;
  result.version = "0.1.0";
  result.notes = {"2 functions differ"};
  result::EntryResult& entry = result.entries.emplace_back();
  entry.name = "ns::parse(double, int)";
  entry.verdict = result::Verdict::Different;
  entry.reason = "4 of 6 partitions differ";
  entry.guarantee = {false,
                     "path",
                     {"runs of at most 10000000 steps; inputs of the unfinished partitions are not covered"},
                     {"global variables start with their initial values"}};
  entry.inputs = {{"x", "double", 64, true, true}, {"i", "int", 32, true, false}};
  entry.changes = {{1, "parse", "parse.cpp", {0, 0}, {12, 14}}};
  const std::string longCondition =
      "x < 1.5 && i > 3 && i != 4 && i != 5 && (unsigned)i < 4000000000 && i % 7 == 3 && i / 2 != 12 && (i & 255) == 17 && i != 273 && i "
      "!= 1041 && i != 2065";
  const std::string smt = "(fp.lt x ((_ to_fp 11 53) RNE 1.5))";
  std::vector<result::Partition> list;
  for (uint32_t id = 0; id < 6; ++id) {
    const PartitionKind kind = id == 0 ? PartitionKind::Equal : id == 5 ? PartitionKind::Unfinished : PartitionKind::Different;
    list.push_back(partition(id, kind, smt, id == 1 ? longCondition : "i == " + std::to_string(id), std::to_string(id)));
    list.back().witness = {{"x", id == 2 ? "NAN" : "-0x1.8p+3"}, {"i", std::to_string(id)}};
    list.back().changes = {1};
  }
  list[0].before = {"trapped", "null pointer", "parse.cpp:30", {}};
  list[0].after = list[0].before;
  list[1].before = {"exited", "3", "parse.cpp:20", {{"stdout", "fine\n"}}};
  list[1].after = {"trapped", "out of bounds", "parse.cpp:12", {{"stdout", "fine\n"}}};
  list[1].beforeExpr = {{"exit status", "i - 1"}, {"stdout", "fine\n"}};
  list[2].before = {"returned", "", "", {{"return", "0"}, {"stdout", std::string("caf\xc3\xa9 \xff\xfe\0 \x1b[31mred\n", 19)}}};
  list[2].after = {"returned", "", "", {{"return", "0"}, {"stdout", std::string("\xed\xa0\x80 \xc0\xaf \xf4\x90\x80\x80 \xe2\x82", 14)}}};
  list[3].before = {"returned", "", "", {{"return", "7"}, {"status", "1"}, {"outcome", "2"}, {"at", "3"}, {"trap", "5"}, {"reason", "6"}}};
  list[3].after = {"returned", "", "", {{"return", "7"}, {"status", "2"}, {"outcome", "3"}, {"at", "4"}, {"trap", "6"}, {"reason", "7"}}};
  list[3].confirmed = false;
  list[4].before = {"returned", "", "", {}};
  list[4].after = {"exited", "0", "", {}};
  list[5].before = {"unfinished", "unsupported: inline assembly", "parse.cpp:77", {{"stdout", "x"}}};
  list[5].after = {"returned", "", "", {{"return", "0x1p-1074"}}};
  entry.partitions = list;
  entry.shares = {
      {false, 0.991, 0.9921, 0.9932, ""}, {false, 1e-29, 1e-29, 0.000192, "at least 1 of 2^96"}, {true, 0, 0, 0, "0 of 2^96"}, {false, 0.0068, 0.0079, 0.009, ""}};
  entry.statistics = {5, 0, 123456789012345, 1, 1, 2.5, 61.25};
  return result;
}

inline result::Result inconclusiveResult() {
  using result::PartitionKind;
  result::Result result;
  result.version = "0.1.0";
  for (const char* name : {"same", "loop", "started"}) result.entries.emplace_back().name = name;
  result::EntryResult& same = result.entries[0];
  same.verdict = result::Verdict::Equivalent;
  same.reason = "the code of the function, and of all it may call, is the same in both versions";
  same.guarantee.exhaustive = true;
  result::EntryResult& loop = result.entries[1];
  loop.reason = "the time budget of 60 s is used up";
  loop.inputs = {{"n", "unsigned", 32, false, false}};
  loop.changes = {{1, "loop", "loop.c", {4, 5}, {4, 6}}};
  for (uint32_t id = 0; id < 30; ++id) {
    loop.partitions.push_back(partition(id, id == 7 ? PartitionKind::Unfinished : PartitionKind::Equal, "(= n #x00000001)",
                                        "n == " + std::to_string(id), std::to_string(id)));
    loop.partitions.back().witness = {{"n", std::to_string(id) + "u"}};
    loop.partitions.back().before = returning(std::to_string(id * id));
    loop.partitions.back().after = returning(std::to_string(id * id));
  }
  loop.partitions[7].after = {"unfinished", "step limit of 10000000", "loop.c:5", {}};
  loop.statistics.wallSeconds = 60.01;
  result.entries[2].reason = "interrupted before this entry was looked at";
  return result;
}

}  // namespace cleave::report
