#include "vm/reliance.h"

#include <gtest/gtest.h>

#include <set>

#include "support/random.h"
#include "vm/private/tracker.h"

namespace cleave::vm {
namespace {

using flow::SiteId;
using flow::SiteSet;

SiteSet sitesOf(const std::set<uint32_t>& numbers) {
  SiteSet set;
  for (const uint32_t number : numbers) set.add(SiteId(number));
  return set;
}

std::set<uint32_t> decisionsOf(const RelianceDag& dag, RelId root) {
  const RelId roots[] = {root};
  const std::vector<uint32_t> flat = dag.flatten(roots).decisions;
  return {flat.begin(), flat.end()};
}

// --- the DAG

TEST(RelianceDag, LeavesAndUnions) {
  RelianceDag dag;
  const RelId a = dag.decision(3), b = dag.decision(7), c = dag.change(3);
  EXPECT_EQ(dag.decision(3), a);
  EXPECT_EQ(dag.join(a, 0), a);
  EXPECT_EQ(dag.join(0, b), b);
  EXPECT_EQ(dag.join(a, a), a);
  const RelId all = dag.join(dag.join(a, b), c);
  const RelId roots[] = {all, a};
  const RelianceDag::Flat flat = dag.flatten(roots);
  EXPECT_EQ(flat.decisions, (std::vector<uint32_t>{3, 7}));
  EXPECT_EQ(flat.changes, (std::vector<uint32_t>{3}));
  EXPECT_TRUE(dag.flatten(std::span<const RelId>()).decisions.empty());
}

TEST(RelianceDag, WithoutChanges) {
  RelianceDag dag;
  const RelId a = dag.decision(3), c = dag.change(5), d = dag.change(6);
  const RelId both = dag.join(a, c);
  const RelId hidden = dag.withoutChanges(both);
  EXPECT_EQ(dag.withoutChanges(both), hidden);
  EXPECT_EQ(dag.withoutChanges(hidden), hidden);
  EXPECT_EQ(dag.withoutChanges(a), a);
  EXPECT_EQ(dag.withoutChanges(c), 0u);
  EXPECT_EQ(dag.withoutChanges(0), 0u);
  const auto flat = [&](RelId root) {
    const RelId roots[] = {root};
    return dag.flatten(roots);
  };
  EXPECT_EQ(flat(hidden).decisions, (std::vector<uint32_t>{3}));
  EXPECT_TRUE(flat(hidden).changes.empty());
  // Seen with its changes from elsewhere, whichever comes first.
  EXPECT_EQ(flat(dag.join(hidden, both)).changes, (std::vector<uint32_t>{5}));
  EXPECT_EQ(flat(dag.join(dag.join(hidden, d), both)).changes, (std::vector<uint32_t>{5, 6}));
  EXPECT_EQ(flat(dag.join(hidden, both)).decisions, (std::vector<uint32_t>{3}));
  EXPECT_EQ(flat(dag.join(hidden, d)).changes, (std::vector<uint32_t>{6}));
}

TEST(RelianceDag, RepeatedUnionsCostNothing) {
  RelianceDag dag;
  const RelId a = dag.decision(1), b = dag.decision(2);
  const RelId both = dag.join(a, b);
  const size_t size = dag.size();
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(dag.join(b, a), both);
    EXPECT_EQ(dag.join(both, a), both);
    EXPECT_EQ(dag.join(b, both), both);
  }
  EXPECT_EQ(dag.size(), size);
}

TEST(RelianceDag, RandomUnionsAgainstSets) {
  Random random(11);
  for (int round = 0; round < 30; ++round) {
    RelianceDag dag;
    std::vector<std::pair<RelId, std::set<uint32_t>>> known{{0, {}}};
    for (int step = 0; step < 400; ++step) {
      if (random.chance(20)) {
        const auto decision = static_cast<uint32_t>(random.below(60));
        known.push_back({dag.decision(decision), {decision}});
        continue;
      }
      const auto& x = known[random.below(known.size())];
      const auto& y = known[random.below(known.size())];
      std::set<uint32_t> both = x.second;
      both.insert(y.second.begin(), y.second.end());
      known.push_back({dag.join(x.first, y.first), both});
    }
    for (const auto& [id, expected] : known) ASSERT_EQ(decisionsOf(dag, id), expected);
  }
}

TEST(RelianceDag, ResetForgets) {
  RelianceDag dag;
  dag.join(dag.decision(1), dag.decision(2));
  dag.reset();
  EXPECT_EQ(dag.size(), RelianceDag().size());
  EXPECT_EQ(decisionsOf(dag, dag.join(dag.decision(5), dag.decision(6))), (std::set<uint32_t>{5, 6}));
}

// --- the log

TEST(WriteLog, RandomQuestionsAgainstAList) {
  Random random(12);
  for (int round = 0; round < 60; ++round) {
    RelianceDag dag;
    WriteLog log(dag);
    struct Entry {
      std::set<uint32_t> sites;
      bool any;
      uint32_t decision;
    };
    std::vector<Entry> entries;
    for (int step = 0; step < 300; ++step) {
      if (random.chance(60)) {
        Entry entry{{}, random.chance(10), static_cast<uint32_t>(random.below(100))};
        for (uint64_t n = random.below(4); n > 0; --n) entry.sites.insert(static_cast<uint32_t>(random.below(6)));
        EXPECT_EQ(log.now(), entries.size());
        log.add(sitesOf(entry.sites), entry.any, dag.decision(entry.decision));
        entries.push_back(entry);
        continue;
      }
      const auto site = static_cast<uint32_t>(random.below(7));
      const auto moment = static_cast<uint32_t>(random.below(entries.size() + 2));
      std::set<uint32_t> expected;
      bool empty = true;
      for (size_t k = 0; k < entries.size(); ++k) {
        const bool hits = entries[k].any || entries[k].sites.contains(site);
        empty = empty && !hits;
        if (k >= moment && hits) expected.insert(entries[k].decision);
      }
      ASSERT_EQ(decisionsOf(dag, log.since(SiteId(site), moment)), expected);
      ASSERT_EQ(log.isEmpty(SiteId(site)), empty);
    }
  }
}

TEST(WriteLog, WhatMayBeAnywhereConcernsUnknownObjectsToo) {
  RelianceDag dag;
  WriteLog log(dag);
  log.add(sitesOf({1}), false, dag.decision(1));
  log.add({}, true, dag.decision(2));
  EXPECT_EQ(decisionsOf(dag, log.since(SiteId(9), 0)), (std::set<uint32_t>{2}));
  EXPECT_TRUE(decisionsOf(dag, log.since(SiteId(), 0)).contains(2));
}

TEST(WriteLog, AskingAfterEachOfManyEntriesStaysCheap) {
  RelianceDag dag;
  WriteLog log(dag);
  constexpr uint32_t kEntries = 20'000;
  for (uint32_t k = 0; k < kEntries; ++k) {
    log.add(sitesOf({0}), false, dag.decision(k));
    log.since(SiteId(0), k / 2);
  }
  EXPECT_LT(dag.size(), kEntries * 40);  // a handful of unions each, not thousands
}

// --- regions

class TrackerTest : public ::testing::Test {
 protected:
  TrackerTest() {
    tracker.reset({});
    prints.flags = flow::kPrintsStdout;
    impactedPrints.flags = flow::kPrintsStdout | flow::kImpactedStdout;
    exits.flags = flow::kExits;
    impactedExits.flags = flow::kExits | flow::kImpactedExits;
    frees.flags = flow::kFrees;
    changes.flags = flow::kChanges;
    writes.writes = sitesOf({4});
  }
  RelId decision(uint32_t k) { return tracker.dag().decision(k); }
  std::set<uint32_t> flat(RelId rel) const { return decisionsOf(tracker.dag(), rel); }

  Tracker tracker;
  flow::Effects nothing, prints, impactedPrints, exits, impactedExits, frees, changes, writes;
};

using Set = std::set<uint32_t>;

TEST_F(TrackerTest, APhiReliesOnTheRegionsThatCloseAtItsBlock) {
  tracker.open(decision(1), 9, nothing);
  tracker.open(decision(2), 5, nothing);
  tracker.open(decision(3), 5, nothing);
  EXPECT_EQ(flat(tracker.allOpen()), (Set{1, 2, 3}));
  EXPECT_EQ(flat(tracker.closeAt(4, 0)), Set{});
  EXPECT_EQ(flat(tracker.closeAt(5, 0)), (Set{2, 3}));
  EXPECT_EQ(flat(tracker.allOpen()), Set{1});
  EXPECT_EQ(flat(tracker.closeAt(9, 0)), Set{1});
  EXPECT_EQ(tracker.allOpen(), 0u);
}

TEST_F(TrackerTest, AFrameClosesItsOwnRegionsOnly) {
  tracker.open(decision(1), 5, nothing);
  const size_t base = tracker.openCount();
  tracker.open(decision(2), Tracker::kAtReturn, nothing);
  EXPECT_EQ(flat(tracker.closeAt(5, base)), Set{}) << "block 5 of the callee is not block 5 of the caller";
  EXPECT_EQ(flat(tracker.closeFrom(base)), Set{2});
  EXPECT_EQ(tracker.openCount(), base);
}

TEST_F(TrackerTest, ClosedRegionsThatMayWriteAreLogged) {
  tracker.open(decision(1), 5, writes);
  const uint32_t moment = tracker.log().now();
  tracker.closeAt(5, 0);
  EXPECT_EQ(flat(tracker.log().since(SiteId(4), moment)), Set{1});
  EXPECT_EQ(flat(tracker.log().since(SiteId(3), moment)), Set{});
  EXPECT_EQ(flat(tracker.log().since(SiteId(4), tracker.log().now())), Set{}) << "a later store covers it";
}

TEST_F(TrackerTest, OutputReliesOnOpenRegionsAndOnClosedOnesThatMayPrint) {
  tracker.open(decision(1), 5, prints);
  tracker.closeAt(5, 0);
  tracker.open(decision(2), 5, nothing);
  tracker.closeAt(5, 0);
  tracker.open(decision(3), 6, nothing);
  tracker.printed(0, decision(4), false);
  tracker.closeAt(6, 0);
  const RunReliance end = tracker.finish(true, 0, false);
  EXPECT_EQ(flat(end.output[0].all), (Set{1, 3, 4}));
  EXPECT_EQ(flat(end.output[0].impacted), Set{});
  EXPECT_EQ(flat(end.output[1].all), Set{});
  EXPECT_FALSE(end.impactedOutput[0]);
}

TEST_F(TrackerTest, ImpactedEffectsAreCountedApart) {
  tracker.open(decision(1), 5, impactedPrints);
  tracker.closeAt(5, 0);
  tracker.open(decision(2), 5, impactedExits);
  tracker.closeAt(5, 0);
  tracker.open(decision(3), 5, exits);
  tracker.closeAt(5, 0);
  tracker.passedCheck(decision(4), false);
  tracker.passedCheck(decision(5), true);
  tracker.printed(1, decision(6), true);
  const RunReliance end = tracker.finish(true, 0, false);
  EXPECT_EQ(flat(end.output[0].impacted), Set{1});
  EXPECT_EQ(flat(end.outcome.all), (Set{2, 3, 4, 5}));
  EXPECT_EQ(flat(end.outcome.impacted), (Set{2, 5}));
  EXPECT_TRUE(end.impactedOutput[1]);
}

TEST_F(TrackerTest, AnObjectThatMightBeGoneConcernsEveryone) {
  tracker.open(decision(1), 5, frees);
  tracker.closeAt(5, 0);
  EXPECT_EQ(flat(tracker.finish(true, 0, false).outcome.impacted), Set{1});
}

TEST_F(TrackerTest, ARunThatEndsElsewhereReliesOnGettingThere) {
  tracker.open(decision(1), 5, changes);
  tracker.closeAt(5, 0);
  tracker.open(decision(2), 6, nothing);
  const RunReliance end = tracker.finish(false, decision(3), false);
  EXPECT_EQ(flat(end.outcome.impacted), (Set{2, 3}));
  EXPECT_EQ(flat(end.unreached), (Set{1, 2, 3}));
}

TEST_F(TrackerTest, StampsTellWhenAndOnWhat) {
  const uint32_t first = tracker.stamp(decision(1));
  EXPECT_EQ(tracker.stamp(decision(1)), first) << "the same moment, the same reliance";
  tracker.open(decision(2), 5, writes);
  tracker.closeAt(5, 0);
  const uint32_t second = tracker.stamp(decision(1));
  EXPECT_NE(first, second);
  EXPECT_LT(tracker.stampOf(first).moment, tracker.stampOf(second).moment);
  EXPECT_EQ(flat(tracker.stampOf(second).rel), Set{1});
}

}  // namespace
}  // namespace cleave::vm
