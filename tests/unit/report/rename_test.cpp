#include "report/rename.h"

#include <gtest/gtest.h>

namespace cleave::report {
namespace {

TEST(Rename, TakesTheLongestNameThatStandsThere) {
  const std::map<std::string, std::string> words{{"p[0]", "P0"}, {"p[0].x", "P0X"}, {"n", "N"}, {"s->n", "SN"}};
  EXPECT_EQ(renamed("p[0] + p[0].x * n", words), "P0 + P0X * N");
  EXPECT_EQ(renamed("s->n + nn + n_ + s.n", words), "SN + nn + n_ + s.n");
  EXPECT_EQ(renamed("p[0]->y + p[01]", words), "p[0]->y + p[01]");
  EXPECT_EQ(renamed("'n' + \"n\" + 0xn", words), "'n' + \"n\" + 0xn");
  EXPECT_EQ(renamed("", words), "");
}

TEST(Rename, FindsWhatIsCalled) { EXPECT_EQ(calledIn("isnan(x) && (y) < fabs(z)"), (std::set<std::string>{"isnan", "fabs"})); }

}  // namespace
}  // namespace cleave::report
