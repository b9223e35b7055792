// The list of provers: who is asked, and what becomes of a part that one of them proves.
#include "prove/prover.h"

#include "../c_program.h"
#include "prove/exploration.h"
#include "prove/same_code.h"

namespace cleave::prove {
namespace {

using test::CProgram;

// Proves that the versions agree from some value of the first cell on.
class FromSomewhereOn : public Prover {
 public:
  explicit FromSomewhereOn(uint64_t bound) : bound_(bound) {}

  Expected<Answer> prove(Question& question, Seconds) override {
    ++asked;
    const Expected<const explore::Entry*> entry = question.entry();
    if (!entry) return entry.error();
    expr::ExprPool& pool = question.pool();
    const vm::InputCell& cell = (*entry)->space.cells.at(0);
    explore::GivenPartition part;
    part.literals = {pool.notOf(pool.binary(expr::Op::ULt, pool.symbolExpr(cell.symbol), pool.bits(cell.sort.width, bound_)))};
    part.reason = "proved elsewhere";
    return Answer{std::nullopt, {part}};
  }

  size_t asked = 0;

 private:
  uint64_t bound_;
};

class List : public testing::Test {
 protected:
  List()
      : before_("unsigned f(unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += 3; return s; }"),
        after_("unsigned f(unsigned n) { return 3 * n; }"),
        changes_(change::findChanges(before_.program(), after_.program())) {
    options_.maxPartitions = 20;
    provers_.push_back(std::make_unique<SameCode>());
    auto partial = std::make_unique<FromSomewhereOn>(4);
    partial_ = partial.get();
    provers_.push_back(std::move(partial));
    provers_.push_back(std::make_unique<Exploration>(
        options_, [](Question&, const explore::Entry&) { return explore::Listeners(); }, nullptr));
  }

  result::EntryResult ask(bool sameCode, const StopFlag* stop = nullptr) {
    Question question(0, "f", sameCode, before_.program(), after_.program(), changes_, [&](expr::ExprPool& pool) {
      return explore::makePlainEntry(before_.program(), before_.id("f"), after_.program(), after_.id("f"), pool);
    });
    return decide(provers_, question, Seconds(60), stop).take();
  }

  CProgram before_, after_;
  change::Changes changes_;
  explore::Options options_;
  Provers provers_;
  FromSomewhereOn* partial_ = nullptr;
};

TEST_F(List, APartThatIsProvedIsNotExplored) {
  const result::EntryResult entry = ask(false);
  EXPECT_EQ(entry.verdict, result::Verdict::Equivalent) << entry.reason;
  EXPECT_TRUE(entry.guarantee.exhaustive);
  ASSERT_EQ(entry.partitions.size(), 5u) << "the part, and n from 0 to 3";
  EXPECT_EQ(entry.partitions[0].reason, "proved elsewhere");
  EXPECT_GE(std::stoul(entry.partitions[0].witness.at(0).second), 4u);
}

TEST_F(List, WhoDecidesIsTheLastThatIsAsked) {
  const result::EntryResult entry = ask(true);
  EXPECT_EQ(entry.verdict, result::Verdict::Equivalent);
  EXPECT_TRUE(entry.partitions.empty());
  EXPECT_EQ(partial_->asked, 0u);
}

TEST_F(List, OnceTheUserStopsOnlyWhatTakesNoTimeIsAsked) {
  StopFlag stop;
  stop.request();
  EXPECT_EQ(ask(true, &stop).verdict, result::Verdict::Equivalent);
  EXPECT_EQ(ask(false, &stop).reason, "interrupted before this entry was looked at");
  EXPECT_EQ(partial_->asked, 0u);
}

}  // namespace
}  // namespace cleave::prove
