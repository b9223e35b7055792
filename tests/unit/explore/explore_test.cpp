// The walk as a whole, on an entry of which somebody else has proved a part.
#include "explore/explore.h"

#include "../c_program.h"
#include "change/change.h"
#include "support/check.h"

namespace cleave::explore {
namespace {

using expr::ExprId;
using expr::Op;
using test::CProgram;

// Sums up by a loop in before, and by a product in after: a walk alone needs a partition for each n.
class GivenParts : public testing::Test {
 protected:
  GivenParts()
      : before_("unsigned f(unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += 3; return s; }"),
        after_("unsigned f(unsigned n) { return n == 7 ? 22 : 3 * n; }"),
        changes_(change::findChanges(before_.program(), after_.program())),
        entry_(makePlainEntry(before_.program(), before_.id("f"), after_.program(), after_.id("f"), pool_)),
        n_(pool_.symbolExpr(entry_.space.cells.at(0).symbol)) {
    options_.maxPartitions = 20;
    listeners_.evidence = [&](const Statement& statement) { statements_.push_back(statement); };
  }

  ExprId below(uint64_t bound) { return pool_.binary(Op::ULt, n_, pool_.bits(32, bound)); }
  GivenPartition from(uint64_t bound) {
    GivenPartition given;
    given.literals = {pool_.notOf(below(bound))};
    given.reason = "by induction";
    given.assumptions = {"the loop ends"};
    given.evidence = {{"step", "The step.", {pool_.boolean(false)}}};
    return given;
  }
  result::EntryResult walk(const std::vector<GivenPartition>& given) {
    return explore({before_.program(), after_.program(), changes_, entry_, pool_}, options_, listeners_, nullptr, given);
  }

  CProgram before_, after_;
  expr::ExprPool pool_;
  change::Changes changes_;
  Entry entry_;
  ExprId n_;
  Options options_;
  Listeners listeners_;
  std::vector<Statement> statements_;
};

TEST_F(GivenParts, WithoutThemTheWalkDoesNotEnd) { EXPECT_FALSE(walk({}).guarantee.exhaustive); }

TEST_F(GivenParts, AreReportedAndTheRestIsExplored) {
  const result::EntryResult entry = walk({from(10)});
  EXPECT_TRUE(entry.guarantee.exhaustive) << entry.reason;
  EXPECT_EQ(entry.verdict, result::Verdict::Different);
  ASSERT_EQ(entry.partitions.size(), 11u) << "the part, and n from 0 to 9";
  EXPECT_EQ(entry.partitions[0].kind, result::PartitionKind::Equal);
  EXPECT_EQ(entry.partitions[0].reason, "by induction");
  EXPECT_GE(std::stoul(entry.partitions[0].witness.at(0).second), 10u);
  EXPECT_EQ(entry.partitions[0].before.values, entry.partitions[0].after.values);
  size_t different = 0;
  for (const result::Partition& partition : entry.partitions) {
    if (partition.kind != result::PartitionKind::Different) continue;
    EXPECT_EQ(partition.witness.at(0).second, "7");
    ++different;
  }
  EXPECT_EQ(different, 1u);
  const std::vector<std::string>& assumptions = entry.guarantee.assumptions;
  EXPECT_NE(std::find(assumptions.begin(), assumptions.end(), "the loop ends"), assumptions.end());
  ASSERT_FALSE(statements_.empty());
  EXPECT_EQ(statements_.front().name, "p0-step");
  EXPECT_EQ(statements_.front().partition, 0u);
}

TEST_F(GivenParts, ThatOverlapOrAreEmptyAddNoPartition) {
  GivenPartition none = from(10);
  none.literals.push_back(below(3));
  const result::EntryResult entry = walk({none, from(10), from(12)});
  EXPECT_TRUE(entry.guarantee.exhaustive);
  EXPECT_EQ(entry.partitions.size(), 11u);
}

TEST_F(GivenParts, AreNotBelievedAgainstARun) {
  GivenPartition wrong = from(7);
  wrong.literals.push_back(below(8));
  EXPECT_THROW(walk({wrong}), InternalError);
}

class Otherwise : public Confirming {
 public:
  bool isDone(Seconds) override { return true; }
  Confirmation conclude(const PairRun&) override {
    return {false, "before return = 0x1, predicted 0x15", Confirmation::Shown{{{"return", "0x1"}}, {{"return", "0x2"}}}};
  }
};

// The machine differs, but does not do what was predicted: it shows what it did, and nothing is called exhaustive.
TEST_F(GivenParts, NativeRunsThatDifferOtherwiseConfirmNothing) {
  listeners_.confirm = [](const expr::Assignment&, const PairRun&) { return std::make_unique<Otherwise>(); };
  const result::EntryResult entry = walk({from(10)});
  EXPECT_EQ(entry.verdict, result::Verdict::Different);
  EXPECT_FALSE(entry.guarantee.exhaustive);
  EXPECT_NE(entry.reason.find("otherwise than predicted"), std::string::npos) << entry.reason;
  const auto different = std::ranges::find(entry.partitions, result::PartitionKind::Different, &result::Partition::kind);
  ASSERT_NE(different, entry.partitions.end());
  EXPECT_FALSE(different->confirmed);
  EXPECT_EQ(different->before.values, (std::vector<std::pair<std::string, std::string>>{{"return", "0x1"}}));
  ASSERT_FALSE(different->marks.empty());
  EXPECT_EQ(different->marks[0], "natively otherwise than predicted: before return = 0x1, predicted 0x15");
}

}  // namespace
}  // namespace cleave::explore
