// Properties that are compiled in: what holds, up to where, and what does not, with an input that shows it.
#include "explore/properties.h"

#include "../c_program.h"
#include "change/change.h"

namespace cleave::explore {
namespace {

using test::CProgram;
using Fate = PropertyCheck::Fate;

class Properties : public testing::Test {
 protected:

  void load(const std::string& text) {
    version_ = std::make_unique<CProgram>("unsigned char cleave_property_0, cleave_property_1, cleave_property_2, cleave_property_cut;\n" + text);
    changes_ = change::findChanges(program(), program());
    entry_ = makePlainEntry(program(), version_->id("f"), program(), version_->id("f"), pool_);
  }
  const program::Program& program() const { return version_->program(); }
  Task task() { return {program(), program(), changes_, entry_, pool_}; }
  std::vector<PropertyCheck> check(bool undefinedCounts = false) {
    PropertyRules rules;
    rules.undefinedCounts = undefinedCounts;
    return checkProperties(task(), Side::After, {0, 1, 2}, rules, options_, nullptr).checks;
  }
  int32_t first(const PropertyCheck& check) { return static_cast<int32_t>(check.input.value().at(entry_.space.cells.at(0).symbol.value)); }

  std::unique_ptr<CProgram> version_;
  expr::ExprPool pool_;
  change::Changes changes_;
  Entry entry_;
  Options options_;
};

TEST_F(Properties, HoldOrAreBroken) {
  load("int f(int n) { int r = n < 0 ? -1 : n; cleave_property_0 |= !(r >= -1); cleave_property_1 |= !(r < 1000000);"
       " if (n == 77) cleave_property_2 |= 1; return r; }");
  const std::vector<PropertyCheck> checks = check();
  EXPECT_EQ(checks[0].fate, Fate::Holds);
  ASSERT_EQ(checks[1].fate, Fate::Broken);
  EXPECT_GE(first(checks[1]), 1000000);
  ASSERT_EQ(checks[2].fate, Fate::Broken);
  EXPECT_EQ(first(checks[2]), 77);
  EXPECT_TRUE(checks[2].isDefined);
}

TEST_F(Properties, AreSeenHoweverTheRunEnds) {
  load("void abort(void); void exit(int); int f(int n) { if (n == 5) { cleave_property_0 |= 1; abort(); }"
       " if (n == 6) { cleave_property_1 |= 1; exit(3); } if (n == 7) { cleave_property_2 |= n > 7; exit(4); } return 1; }");
  const std::vector<PropertyCheck> checks = check();
  ASSERT_EQ(checks[0].fate, Fate::Broken);
  EXPECT_EQ(first(checks[0]), 5);
  ASSERT_EQ(checks[1].fate, Fate::Broken);
  EXPECT_EQ(first(checks[1]), 6);
  EXPECT_EQ(checks[2].fate, Fate::Holds);
}

TEST_F(Properties, HoldUpToACut) {
  load("void _exit(int); int f(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i == 5) { cleave_property_cut = 1; _exit(0); }"
       " s += 2; cleave_property_0 |= s % 2 != 0; cleave_property_1 |= s > 8; } cleave_property_2 |= s > 10; return s; }");
  const std::vector<PropertyCheck> checks = check();
  EXPECT_EQ(checks[0].fate, Fate::HoldsToCut);
  EXPECT_EQ(checks[1].fate, Fate::Broken) << "in the fifth iteration";
  EXPECT_EQ(checks[2].fate, Fate::HoldsToCut);
}

TEST_F(Properties, ToLookForTheEndOfATextNeitherBranchesNorEndsTheRun) {
  load("unsigned long cleave_vm_string_length(const char*); int f(int a, int b) { char text[3] = {a, b, 0}, bytes[2] = {a, b}, unknown[2];"
       " unsigned long length = cleave_vm_string_length(text); cleave_property_0 |= length > 2; cleave_property_1 |= length == 1;"
       " cleave_property_0 |= cleave_vm_string_length(unknown) != -1ul; cleave_property_2 |= cleave_vm_string_length(bytes) == -1ul; return 0; }");
  const PropertyChecks found = checkProperties(task(), Side::After, {0, 1, 2}, {}, options_, nullptr);
  EXPECT_EQ(found.checks[0].fate, Fate::Holds);
  ASSERT_EQ(found.checks[1].fate, Fate::Broken);
  EXPECT_NE(first(found.checks[1]) & 255, 0);
  EXPECT_EQ(found.checks[2].fate, Fate::Broken) << "bytes without an end";
  EXPECT_EQ(found.statistics.runs, 1u);
}

TEST_F(Properties, AreUndecidedWhereTheWalkIsNotOver) {
  load("int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i * n; cleave_property_0 |= s == 12345; } return s; }");
  options_.maxPartitions = 3;
  const std::vector<PropertyCheck> checks = check();
  EXPECT_EQ(checks[0].fate, Fate::Undecided);
  EXPECT_FALSE(checks[0].reason.empty());
}

TEST_F(Properties, AreUndecidedWhereNobodyComes) {
  load("int f(int n) { if (n > 5 && n < 5) cleave_property_0 |= n > 3; cleave_property_1 |= n * 0; return n; }");
  const std::vector<PropertyCheck> checks = check();
  EXPECT_EQ(checks[0].fate, Fate::Undecided);
  EXPECT_EQ(checks[0].reason, "no input within the bounds comes there");
  EXPECT_EQ(checks[1].fate, Fate::Holds);
  EXPECT_EQ(checks[2].fate, Fate::Undecided);
}

TEST_F(Properties, InputsWithoutAMeaningBreakNothing) {
  load("int f(int n) { int a[4] = {1, 2, 3, 4}; cleave_property_0 |= n > 9; cleave_property_1 |= n == 2; return n >= 0 ? a[n] : 0; }");
  std::vector<PropertyCheck> checks = check();
  EXPECT_EQ(checks[0].fate, Fate::Holds);
  ASSERT_EQ(checks[1].fate, Fate::Broken);
  checks = check(true);
  ASSERT_EQ(checks[0].fate, Fate::Broken);
  EXPECT_FALSE(checks[0].isDefined);
  EXPECT_TRUE(checks[1].isDefined);
}

TEST_F(Properties, ANullPointerHasNoMeaningEither) {
  load("int f(int n) { int* p = n == 3 ? 0 : &n; cleave_property_0 |= n == 3; cleave_property_1 |= n == 4; return *p; }");
  const std::vector<PropertyCheck> checks = check();
  EXPECT_EQ(checks[0].fate, Fate::Holds);
  EXPECT_EQ(checks[1].fate, Fate::Broken);
}

// Only inputs from 10 on break it that are left out; of the other, 3 does.
TEST_F(Properties, InputsThatAreLeftOutBreakNothing) {
  load("int f(int n) { cleave_property_0 |= n >= 10; cleave_property_1 |= n >= 10 || n == 3; return n; }");
  PropertyRules rules;
  rules.leftOut = [&](const expr::Assignment& input) -> std::optional<expr::ExprId> {
    const expr::SymbolId n = entry_.space.cells[0].symbol;
    if (static_cast<int32_t>(input[n.value]) < 10) return std::nullopt;
    return pool_.binary(expr::Op::SLe, pool_.bits(32, 10), pool_.symbolExpr(n));
  };
  const std::vector<PropertyCheck> checks = checkProperties(task(), Side::After, {0, 1}, rules, options_, nullptr).checks;
  EXPECT_EQ(checks[0].fate, Fate::Holds);
  ASSERT_EQ(checks[1].fate, Fate::Broken);
  EXPECT_EQ(first(checks[1]), 3);
}

TEST_F(Properties, InputsOnWhichTheOtherVersionHasNoMeaningCanBeLeftOut) {
  load("int f(int n) { int a[4] = {1, 2, 3, 4}; cleave_property_0 |= n == 9; cleave_property_1 |= n == 9 || n == 2; return n >= 0 ? a[n] : 0; }");
  Meaningless meaningless(task(), Side::Before, options_, nullptr);
  PropertyRules rules;
  rules.undefinedCounts = true;
  rules.leftOut = [&](const expr::Assignment& input) { return meaningless(input); };
  const std::vector<PropertyCheck> checks = checkProperties(task(), Side::After, {0, 1}, rules, options_, nullptr).checks;
  EXPECT_EQ(checks[0].fate, Fate::Holds);
  ASSERT_EQ(checks[1].fate, Fate::Broken);
  EXPECT_EQ(first(checks[1]), 2);
}

const char* const kLoop =
    "unsigned cleave_property_bound = 7; void _exit(int); int f(int n) { int s = 0; for (unsigned i = 0; (int)i < n; i++) {"
    " if (i == cleave_property_bound) { cleave_property_cut = 1; _exit(0); } s += 2; cleave_property_0 |= s % 2 != 0; cleave_property_1 |= s > 8; }"
    " return s; }";

TEST_F(Properties, WhatHoldsUpToOneBoundIsLookedAtUpToTheNext) {
  load(kLoop);
  PropertyRules rules;
  rules.bounds = {2, 5};
  std::vector<PropertyCheck> checks = checkProperties(task(), Side::After, {0, 1}, rules, options_, nullptr).checks;
  EXPECT_EQ(checks[0].fate, Fate::HoldsToCut);
  EXPECT_EQ(checks[0].bound, 5u);
  EXPECT_EQ(checks[1].fate, Fate::Broken) << "in the fifth iteration";
  rules.bounds = {2};
  checks = checkProperties(task(), Side::After, {0, 1}, rules, options_, nullptr).checks;
  EXPECT_EQ(checks[1].fate, Fate::HoldsToCut);
  EXPECT_EQ(checks[1].bound, 2u);
}

TEST_F(Properties, WhatTheOtherVersionDoesBeyondABoundTellsWhetherAnInputCounts) {
  load("unsigned cleave_property_bound = 2; void _exit(int); int f(int n) { int a[4] = {1, 2, 3, 4}, s = 0; for (unsigned i = 0; (int)i < n; i++) {"
       " if (i == cleave_property_bound) { cleave_property_cut = 1; _exit(0); } s += a[i]; } cleave_property_0 |= s == 10; return s; }");
  Meaningless meaningless(task(), Side::Before, options_, nullptr);
  expr::Assignment input(pool_.symbolCount(), 4);
  EXPECT_FALSE(meaningless(input));
  EXPECT_TRUE(breaksBeyondBounds(task(), Side::Before, 0, input, options_, nullptr));
  input.assign(pool_.symbolCount(), 5);
  EXPECT_TRUE(meaningless(input)) << "its run is cut before it leaves the array";
  EXPECT_FALSE(breaksBeyondBounds(task(), Side::Before, 0, input, options_, nullptr));
}

TEST_F(Properties, AreLookedAtAloneWhereThatIsWanted) {
  load("int f(int n) { cleave_property_0 |= n != n; if (n > 3) cleave_property_1 |= n == 2; if (n > 5) cleave_property_2 |= n == 77; return n; }");
  PropertyRules rules;
  rules.apart = {1, 2};
  const std::vector<PropertyCheck> checks = checkProperties(task(), Side::After, {0, 1, 2}, rules, options_, nullptr).checks;
  EXPECT_EQ(checks[0].fate, Fate::Holds);
  EXPECT_EQ(checks[1].fate, Fate::Holds);
  EXPECT_EQ(checks[2].fate, Fate::Broken);
}

TEST_F(Properties, WhatHeldStaysWhereTheNextBoundIsTooFar) {
  load(kLoop);
  PropertyRules rules;
  rules.bounds = {2, 5};
  options_.maxPartitions = 5;  // enough for two iterations, and the question whether that is all
  const std::vector<PropertyCheck> checks = checkProperties(task(), Side::After, {0, 1}, rules, options_, nullptr).checks;
  EXPECT_EQ(checks[0].fate, Fate::HoldsToCut);
  EXPECT_EQ(checks[0].bound, 2u);
}

TEST_F(Properties, RandomInputsEndMostOfWhatIsFalse) {
  load("int f(int n) { cleave_property_0 |= !(n < 25); cleave_property_1 |= !(n * 0 == 0); cleave_property_2 |= n == 123456789; return n; }");
  options_.concretePhase = Seconds(5);
  const std::vector<PropertyCheck> checks = tryProperties(task(), Side::After, {0, 1, 2}, {}, options_, nullptr);
  ASSERT_EQ(checks[0].fate, Fate::Broken);
  EXPECT_GE(first(checks[0]), 25);
  EXPECT_EQ(checks[1].fate, Fate::Undecided);
}

}  // namespace
}  // namespace cleave::explore
