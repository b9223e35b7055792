#include "result/criterion.h"

#include <gtest/gtest.h>

namespace cleave::result {
namespace {

TEST(Criterion, EverythingCountsByDefault) {
  const Criterion all;
  EXPECT_TRUE(all.isEverything());
  EXPECT_TRUE(all.counts("anything[3]"));
  EXPECT_TRUE(all.words().empty());
}

TEST(Criterion, ThingsAreNamedByTheirRoot) {
  const Criterion some{{"table", "return", "list", "exit status"}, {}};
  for (const char* name :
       {"table", "table[3].x", "return", "*return", "return->next->value", "return.1", "(*list->next)[2]", "exit status"})
    EXPECT_TRUE(some.counts(name)) << name;
  for (const char* name : {"stdout", "tables", "tab", "x.table", "return_code"}) EXPECT_FALSE(some.counts(name)) << name;
}

TEST(Criterion, IgnoredThingsDoNotCount) {
  const Criterion some{{}, {"stdout"}};
  EXPECT_FALSE(some.counts("stdout"));
  EXPECT_TRUE(some.counts("stderr"));
  const Criterion both{{"a", "b"}, {"b"}};
  EXPECT_TRUE(both.counts("a[1]"));
  EXPECT_FALSE(both.counts("b"));
  EXPECT_EQ(both.words().size(), 2u);
}

}  // namespace
}  // namespace cleave::result
