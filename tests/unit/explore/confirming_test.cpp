// Native runs beside the walk: whenever they are over, and whatever comes out, the walk and the order of what is told are the same.
#include <chrono>
#include <future>
#include <thread>

#include "../c_program.h"
#include "change/change.h"
#include "explore/explore.h"

namespace cleave::explore {
namespace {

using result::PartitionKind;
using test::CProgram;

class Slow : public Confirming {
 public:
  Slow(Seconds needed, bool confirms) : over_(Clock::now() + std::chrono::duration_cast<Clock::duration>(needed)), confirms_(confirms) {}
  bool isDone(Seconds patience) override {
    std::this_thread::sleep_until(std::min(over_, Clock::now() + std::chrono::duration_cast<Clock::duration>(patience)));
    return Clock::now() >= over_;
  }
  Confirmation conclude(const PairRun&) override {
    std::this_thread::sleep_until(over_);
    return {confirms_, confirms_ ? "" : "they agree"};
  }

 private:
  Clock::time_point over_;
  bool confirms_;
};

class BesideTheWalk : public testing::Test {
 protected:
  static constexpr const char* kBefore = "int f(unsigned x) { switch (x) { case 1: return 4; case 2: return 9; case 3: return 7; } return 0; }";
  static constexpr const char* kAfter = "int f(unsigned x) { switch (x) { case 1: return 5; case 2: return 6; case 3: return 8; } return 0; }";

  // The n-th difference needs so long.
  result::EntryResult walk(const std::function<Slow(size_t)>& confirming, Seconds budget = Seconds(20)) {
    CProgram before(kBefore), after(kAfter);
    expr::ExprPool pool;
    const change::Changes changes = change::findChanges(before.program(), after.program());
    const Entry entry = makePlainEntry(before.program(), before.id("f"), after.program(), after.id("f"), pool);
    Options options;
    options.budget = budget;
    Listeners listeners;
    size_t asked = 0;
    told_.clear();
    statements_.clear();
    listeners.confirm = [&](const expr::Assignment&, const PairRun&) { return std::make_unique<Slow>(confirming(asked++)); };
    listeners.partition = [&](const result::Partition& partition, const FoundPartition&) { told_.push_back(partition); };
    listeners.evidence = [&](const Statement& statement) { statements_.push_back(statement.name); };
    return explore({before.program(), after.program(), changes, entry, pool}, options, listeners, nullptr);
  }

  std::vector<result::Partition> told_;
  std::vector<std::string> statements_;
};

TEST_F(BesideTheWalk, SlowAndFastOnesGiveTheSame) {
  const auto conditions = [](const result::EntryResult& entry) {
    std::vector<std::string> texts;
    for (const result::Partition& partition : entry.partitions) texts.push_back(partition.conditionText + partition.reason);
    return texts;
  };
  const result::EntryResult fast = walk([](size_t) { return Slow(Seconds(0), true); });
  ASSERT_EQ(fast.verdict, result::Verdict::Different);
  const std::vector<std::string> said = statements_;
  const result::EntryResult slow = walk([](size_t n) { return Slow(Seconds(n == 0 ? 0.5 : 0.01), true); });
  EXPECT_EQ(conditions(fast), conditions(slow));
  EXPECT_EQ(said, statements_);
  ASSERT_EQ(told_.size(), slow.partitions.size());
  for (size_t i = 0; i < told_.size(); ++i) EXPECT_EQ(told_[i].id, i);
}

TEST_F(BesideTheWalk, WhatDoesNotShowIsNoDifference) {
  const result::EntryResult entry = walk([](size_t n) { return Slow(Seconds(0.05), n != 1); });
  EXPECT_EQ(entry.verdict, result::Verdict::Different);
  size_t different = 0, unfinished = 0;
  for (const result::Partition& partition : told_) {
    different += partition.kind == PartitionKind::Different && partition.confirmed;
    unfinished += partition.kind == PartitionKind::Unfinished && partition.reason.find("did not show natively: they agree") != std::string::npos;
  }
  EXPECT_EQ(different, 2u);
  EXPECT_EQ(unfinished, 1u);
  EXPECT_NE(entry.reason.find("2 of "), std::string::npos) << entry.reason;
}

// A compiler may take longer than everything else: it is not waited for.
TEST_F(BesideTheWalk, AnEntryEndsTwoSecondsPastItsBudgetWhateverRunsBesideIt) {
  const Clock::time_point start = Clock::now();
  const result::EntryResult entry = walk([](size_t) { return Slow(Seconds(60), true); }, Seconds(1));
  EXPECT_LT(Seconds(Clock::now() - start).count(), 10);  // compiling the versions, too
  EXPECT_LT(entry.statistics.wallSeconds, 3);
  EXPECT_EQ(entry.verdict, result::Verdict::Inconclusive);
  EXPECT_NE(entry.reason.find("the time budget is used up"), std::string::npos) << entry.reason;
}

// All of them get a moment.
TEST_F(BesideTheWalk, WhatTheBudgetLeavesIsSaid) {
  const Clock::time_point start = Clock::now();
  const result::EntryResult entry = walk([](size_t n) { return Slow(n == 0 ? Seconds(1.5) : Seconds(60), true); }, Seconds(1));
  EXPECT_LT(Seconds(Clock::now() - start).count(), 10);
  size_t confirmed = 0, unsaid = 0;
  for (const result::Partition& partition : entry.partitions) {
    confirmed += partition.confirmed;
    unsaid += partition.kind == PartitionKind::Different && !partition.confirmed;
  }
  EXPECT_EQ(confirmed, 1u);
  EXPECT_EQ(unsaid, 0u);
}

}  // namespace
}  // namespace cleave::explore
