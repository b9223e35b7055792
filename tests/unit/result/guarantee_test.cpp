#include "result/guarantee.h"

#include <gtest/gtest.h>

#include "support/check.h"

namespace cleave::result {
namespace {

constexpr OutcomeKind kEnds[] = {OutcomeKind::Returned, OutcomeKind::Threw, OutcomeKind::Exited, OutcomeKind::Trapped};

TEST(Observables, NothingOfAnUnfinishedRunIsSeen) {
  for (unsigned k = 0; k <= static_cast<unsigned>(Observable::TrapKind); ++k) {
    EXPECT_FALSE(isSeen(static_cast<Observable>(k), OutcomeKind::Unfinished)) << k;
    EXPECT_FALSE(isSeenNatively(static_cast<Observable>(k), OutcomeKind::Unfinished)) << k;
  }
  EXPECT_FALSE(isAnyGlobalSeen(OutcomeKind::Unfinished));
}

TEST(Observables, WhatIsNotSeenIsNotSeenNativelyEither) {
  for (unsigned k = 0; k <= static_cast<unsigned>(Observable::TrapKind); ++k)
    for (const OutcomeKind end : kEnds)
      EXPECT_TRUE(isSeen(static_cast<Observable>(k), end) || !isSeenNatively(static_cast<Observable>(k), end)) << k << toText(end);
}

TEST(Observables, MemoryIsSeenAsLongAsSomebodyIsLeftToLook) {
  for (const Observable what : {Observable::Globals, Observable::Planned, Observable::Errno}) {
    EXPECT_TRUE(isSeen(what, OutcomeKind::Returned));
    EXPECT_TRUE(isSeen(what, OutcomeKind::Threw));
    EXPECT_FALSE(isSeen(what, OutcomeKind::Exited));
    EXPECT_FALSE(isSeen(what, OutcomeKind::Trapped));
  }
  EXPECT_TRUE(isSeen(Observable::Files, OutcomeKind::Exited)) << "files outlive the process";
  EXPECT_TRUE(isSeen(Observable::Files, OutcomeKind::Trapped)) << "what was written before a crash stays";
  EXPECT_FALSE(isSeen(observableAt("return"), OutcomeKind::Threw));
  EXPECT_FALSE(isSeen(observableAt("exception"), OutcomeKind::Returned));
  EXPECT_TRUE(isSeen(observableAt("exit status"), OutcomeKind::Exited));
  EXPECT_TRUE(isSeen(observableAt("global:counter"), OutcomeKind::Threw));
}

TEST(Observables, NativelyACrashHasTheLastWordOnStderr) {
  EXPECT_TRUE(isSeen(Observable::Stderr, OutcomeKind::Trapped));
  EXPECT_FALSE(isSeenNatively(Observable::Stderr, OutcomeKind::Trapped));
  EXPECT_TRUE(isSeenNatively(Observable::Stdout, OutcomeKind::Trapped));
}

TEST(Premises, PartsStandWhereTheSentenceHasRoom) {
  EXPECT_EQ(sentence(Premise::StdinEmpty), "stdin is empty");
  EXPECT_EQ(sentence(Premise::FirstElements, "table", 4, uint64_t{64}), "table: the first 4 of 64 elements");
  EXPECT_EQ(sentence(Premise::UserAssumption, "a {} b"), "inputs with a {} b") << "a part is not looked into";
  EXPECT_THROW(sentence(Premise::StdinLength), InternalError);
  EXPECT_THROW(sentence(Premise::StdinEmpty, 3), InternalError);
}

TEST(Premises, BoundsAreToldFromAssumptions) {
  EXPECT_TRUE(isBound(Premise::StepLimit));
  EXPECT_TRUE(isBound(Premise::StdinLength));
  EXPECT_FALSE(isBound(Premise::UserAssumption));
  EXPECT_FALSE(isBound(Premise::OverflowWraps));
}

}  // namespace
}  // namespace cleave::result
