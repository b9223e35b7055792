// Of large objects an observation shows what a version wrote, or shows otherwise.
#include "explore/describe.h"

#include <gtest/gtest.h>

namespace cleave::explore {
namespace {

using vm::ObservedCell;

ObservedCell cell(const std::string& name, unsigned value, bool isUntouched) {
  ObservedCell made;
  made.name = name;
  made.bits = value;
  made.isUntouched = isUntouched;
  return made;
}

class LeftAlone : public ::testing::Test {
 protected:
  // So many cells that neither version wrote, and one that before returns.
  void fill(size_t count) {
    for (auto* list : {&run.beforeGlobals, &run.afterGlobals})
      for (size_t k = 0; k < count; ++k) list->push_back(cell("g[" + std::to_string(k) + "]", 5, true));
    run.before.cells = {cell("return", 1, false)};
    run.after.cells = {cell("return", 1, false)};
  }
  PairRun run;
};

TEST_F(LeftAlone, AreCellsThatNobodyWroteAndBothShowAlike) {
  fill(80);
  run.beforeGlobals[3].isUntouched = false;  // written, with what was there
  run.afterGlobals[4].isUntouched = false;
  run.afterGlobals[5].bits = 6;
  run.afterGlobals[6].kind = ObservedCell::Kind::Undefined;
  run.afterGlobals[7].kind = run.beforeGlobals[7].kind = ObservedCell::Kind::Pointer;
  run.afterGlobals[7].target = "&a";
  run.beforeGlobals[7].target = "&b";
  run.beforeGlobals.pop_back();  // only after has the last
  const std::set<std::string> alone = leftAlone(run);
  EXPECT_EQ(alone.size(), 80u - 6u);
  for (const char* name : {"g[3]", "g[4]", "g[5]", "g[6]", "g[7]", "g[79]", "return"}) EXPECT_FALSE(alone.contains(name)) << name;
  EXPECT_TRUE(alone.contains("g[0]"));
}

TEST_F(LeftAlone, NotOfSmallOnes) {
  fill(63);
  EXPECT_TRUE(leftAlone(run).empty());
  run = {};
  fill(64);
  EXPECT_EQ(leftAlone(run).size(), 64u);
}

TEST_F(LeftAlone, ANameThatIsReachedTwiceOnlyIfBothAre) {
  fill(80);
  run.before.cells.push_back(cell("g[0]", 5, false));
  run.after.cells.push_back(cell("g[0]", 5, false));
  run.before.cells.push_back(cell("g[1]", 5, true));
  run.after.cells.push_back(cell("g[1]", 5, true));
  const std::set<std::string> alone = leftAlone(run);
  EXPECT_FALSE(alone.contains("g[0]"));
  EXPECT_TRUE(alone.contains("g[1]"));
}

}  // namespace
}  // namespace cleave::explore
