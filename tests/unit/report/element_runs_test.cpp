#include "report/element_runs.h"

#include <gtest/gtest.h>

namespace cleave::report {
namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

TEST(ElementRuns, CopiesAreRanges) {
  EXPECT_EQ(withElementRuns({{"return", "1"}, {"o->k[0]", "s[2]"}, {"o->k[1]", "s[3]"}, {"o->k[2]", "s[5]"}, {"o->n", "n"}}),
            (Values{{"return", "1"}, {"o->k[0..1]", "s[2..3]"}, {"o->k[2]", "s[5]"}, {"o->n", "n"}}));
}

TEST(ElementRuns, OneValueIsSaidOnce) {
  EXPECT_EQ(withElementRuns({{"a[3]", "7"}, {"a[4]", "7"}, {"a[6]", "7"}}), (Values{{"a[3..4]", "7"}, {"a[6]", "7"}}));
  EXPECT_EQ(withElementRuns({{"a[0].x", "b[1].x"}, {"a[1].x", "b[2].x"}}), (Values{{"a[0..1].x", "b[1..2].x"}}));
}

TEST(ElementRuns, CharactersUpToAZeroAreAString) {
  EXPECT_EQ(withElementRuns({{"n[0]", "'K'"}, {"n[1]", "'\\n'"}, {"n[2]", "0"}, {"n[3]", "'x'"}}),
            (Values{{"n", "\"K\\n\""}, {"n[3]", "'x'"}}));
  EXPECT_EQ(withElementRuns({{"n[0]", "'K'"}, {"n[1]", "c"}, {"n[2]", "0"}}), (Values{{"n[0]", "'K'"}, {"n[1]", "c"}, {"n[2]", "0"}}));
  EXPECT_EQ(withElementRuns({{"n[1]", "'K'"}, {"n[2]", "0"}}), (Values{{"n[1]", "'K'"}, {"n[2]", "0"}}));
}

TEST(ElementRuns, WhatIsComputedIsNoElement) {
  const Values sums{{"a[0]", "b + s[0]"}, {"a[1]", "b + s[1]"}};
  EXPECT_EQ(withElementRuns(sums), sums);
}

}  // namespace
}  // namespace cleave::report
