// Of many partitions those are kept that a reader looks for first, with all that they need.
#include "report/kept_partitions.h"

#include <gtest/gtest.h>

#include "report/json.h"
#include "result/terms.h"
#include "sample_results.h"

namespace cleave::report {
namespace {

using result::PartitionKind;

result::EntryResult many() {
  result::EntryResult entry = clampResult().entries[0];
  const result::Partition model = entry.partitions[0];
  entry.domain = "(bvslt i #x00000100)";
  entry.partitions.clear();
  for (uint32_t id = 0; id < 100; ++id) {
    result::Partition each = model;
    each.id = id;
    each.kind = id == 60 ? PartitionKind::Different : id == 70 ? PartitionKind::Undefined : id % 40 == 39 ? PartitionKind::Unfinished : PartitionKind::Equal;
    const std::string own = "?" + std::to_string(id + 1);
    each.terms = {{own, id == 0 ? "i" : "(bvadd ?" + std::to_string(id) + " i)"}};  // a term refers to the one before it
    each.condition = id < 50 ? "(= i " + own + ")" : "(= i ?1)";
    entry.partitions.push_back(each);
  }
  return entry;
}

TEST(KeptPartitions, DifferencesComeFirstAndNothingIsMiscounted) {
  const KeptEntry kept = readKept(keptText(many(), 0)).take();
  EXPECT_EQ(kept.leftOut.count(), 95u);
  result::EntryResult head = many();
  head.partitions.clear();
  const result::EntryResult entry = withKept(head, kept);
  std::vector<uint32_t> ids;
  for (const result::Partition& each : entry.partitions) ids.push_back(each.id);
  EXPECT_EQ(ids, (std::vector<uint32_t>{0, 39, 60, 70, 79}));
  EXPECT_EQ(entry.leftOut.counts[static_cast<size_t>(PartitionKind::Equal)], 95u);
  const result::Terms& terms = entry.partitions.front().terms;
  for (const result::Partition& each : entry.partitions) EXPECT_TRUE(result::hasItsTerms(each.condition, terms));
  EXPECT_EQ(terms.size(), 40u) << "those of partition 39, and what they refer to";
}

TEST(KeptPartitions, WhatFitsIsAllThere) {
  const KeptEntry kept = readKept(keptText(many(), 1 << 20)).take();
  EXPECT_EQ(kept.leftOut.count(), 0u);
  EXPECT_EQ(kept.lines.partitions.size(), 100u);
  result::EntryResult none = many();
  none.partitions.clear();
  EXPECT_TRUE(readKept(keptText(none, 10)).take().lines.partitions.empty());
}

TEST(KeptPartitions, ItsPiecesMakeTheDocument) {
  result::EntryResult entry = many();
  for (result::Partition& each : entry.partitions) each.condition = each.terms[0].first;  // else terms that nobody needs are left out
  const KeptEntry kept = readKept(keptText(entry, 1 << 20)).take();
  std::string copied, made;
  DocumentWriter one({"1", {}, {}}, [&](std::string_view text) { copied += text; });
  one.add(entry, kept.lines);
  one.finish();
  DocumentWriter other({"1", {}, {}}, [&](std::string_view text) { made += text; });
  other.add(entry);
  other.finish();
  EXPECT_EQ(copied, made);
}

TEST(KeptPartitions, DamageIsNoticed) {
  const std::string text = keptText(many(), 0);
  EXPECT_FALSE(readKept(""));
  EXPECT_FALSE(readKept(text.substr(0, text.size() / 2)));
  EXPECT_FALSE(readKept(text + "more\n"));
}

}  // namespace
}  // namespace cleave::report
