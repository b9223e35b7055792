#include "groups/groups.h"

#include <gtest/gtest.h>

#include "groups/cluster.h"
#include "groups/nice.h"
#include "small_space.h"

namespace cleave::groups {
namespace {

using expr::ExprId;
using result::Partition;
using result::PartitionKind;

Partition partition(uint32_t id, PartitionKind kind, std::vector<std::pair<std::string, std::string>> before,
                    std::vector<std::pair<std::string, std::string>> after) {
  Partition made;
  made.id = id;
  made.kind = kind;
  made.reason = kind == PartitionKind::Different ? "differs" : "no changed line runs";
  made.before = {"returned", "", "", before};
  made.after = {"returned", "", "", after};
  made.beforeExpr = std::move(before);
  made.afterExpr = std::move(after);
  made.changes = {1};
  return made;
}

std::vector<result::Group> groupsIn(const Question& question) {
  std::vector<result::Group> groups;
  for (Grouped& each : makeGroups(question)) groups.push_back(std::move(each.group));
  return groups;
}

TEST(Shape, ElementsOfAnArrayAreAlike) {
  EXPECT_EQ(shapeOf(partition(0, PartitionKind::Different, {{"out->value[3].x", "1"}, {"n", "2"}}, {{"out->value[3].x", "5"}, {"n", "2"}})),
            std::vector<std::string>{"out->value[].x"});
  Partition trap = partition(0, PartitionKind::Different, {}, {});
  trap.after.outcome = "trapped";
  EXPECT_EQ(shapeOf(trap), std::vector<std::string>{"ends"});
}

TEST(Clusters, ScalarsAreToldApartByWhatTheyAreComputedFrom) {
  const std::vector<Partition> all{partition(0, PartitionKind::Different, {{"return", "0"}}, {{"return", "1"}}),
                                   partition(1, PartitionKind::Different, {{"return", "x"}}, {{"return", "y"}}),
                                   partition(2, PartitionKind::Different, {{"return", "x"}}, {{"return", "y + 2"}}),
                                   partition(3, PartitionKind::Different, {{"return", "x"}}, {{"return", "y + 3"}}),
                                   partition(4, PartitionKind::Equal, {}, {})};
  EXPECT_EQ(clusters(all, std::vector<Part>(5)), (std::vector<std::vector<size_t>>{{2, 3}, {0}, {1}, {4}}));
}

TEST(Clusters, ManyAreOneWhereTheirShapeIsTheSame) {
  std::vector<Partition> all;
  for (uint32_t k = 0; k < 6; ++k) {
    const std::string name = "a[" + std::to_string(k) + "]";
    all.push_back(partition(k, PartitionKind::Different, {{name, "0"}}, {{name, std::to_string(k + 1)}}));
  }
  all.push_back(partition(6, PartitionKind::Different, {{"return", "0"}}, {{"return", "1"}}));
  EXPECT_EQ(clusters(all, std::vector<Part>(7)), (std::vector<std::vector<size_t>>{{0, 1, 2, 3, 4, 5}, {6}}));
}

TEST(Clusters, PlacesWhereRunsPartTellApart) {
  std::vector<Partition> all;
  std::vector<Part> parts(6);
  for (uint32_t k = 0; k < 6; ++k) {
    all.push_back(partition(k, PartitionKind::Different, {{"return", "0"}}, {{"return", std::to_string(k + 1)}}));
    parts[k].place = k % 2 == 0 ? "a.c:3" : "a.c:9";
  }
  EXPECT_EQ(clusters(all, parts).size(), 2u);
}

TEST(Clusters, KindsAreNeverMixed) {
  const std::vector<Partition> all{partition(0, PartitionKind::Equal, {}, {}),
                                   partition(1, PartitionKind::Different, {{"return", "0"}}, {{"return", "1"}}),
                                   partition(2, PartitionKind::Unfinished, {}, {}), partition(3, PartitionKind::Undefined, {}, {})};
  for (const std::vector<size_t>& each : clusters(all, std::vector<Part>(4))) EXPECT_EQ(each.size(), 1u);
  EXPECT_EQ(clusters(all, std::vector<Part>(4)).front(), std::vector<size_t>{1});
}

TEST(Effort, ShortStringsOfLettersComeFirst) {
  SmallSpace space;
  (void)space.string("s", 3);
  const auto effort = [&](std::string text) {
    text.resize(3);
    return effortOf(space.cells, expr::Assignment(text.begin(), text.end()));
  };
  EXPECT_LT(effort("a"), effort("ab"));
  EXPECT_LT(effort("ab"), effort("a "));
  EXPECT_LT(effort("a1"), effort("a."));
  EXPECT_LT(effort("abc"), effort("\n"));
}

TEST(Effort, SmallAndRoundNumbersComeFirst) {
  SmallSpace space;
  (void)space.number("n");
  const auto effort = [&](U128 n) { return effortOf(space.cells, {n}); };
  EXPECT_LT(effort(0), effort(1));
  EXPECT_LT(effort(7), effort(12));
  EXPECT_LT(effort(1000), effort(1234));
  EXPECT_LT(effort(1), effort(0xffffffff));  // -1
}

// Told apart by the place where runs part, neither half of x < 0 has a short condition; together they have.
TEST(Groups, AreFewerWhereThatMakesThemExact) {
  SmallSpace space;
  solver::SolverChain solver(space.pool, nullptr);
  const ExprId x = space.number("x"), y = space.number("y");
  const ExprId isLow = space.isLess(x, 0);
  std::vector<Part> parts;
  std::vector<Partition> all;
  std::vector<ExprId> rest{isLow};
  for (const U128 number : {1, 5, 7, 9, 12, 15, 18, 21, 24}) {
    parts.push_back(space.part({isLow, space.is(y, number)}, {0xffffffff, number}));
    rest.push_back(space.isNot(y, number));
  }
  parts.push_back(space.part(rest, {0xffffffff, 0}));
  for (size_t k = 0; k < parts.size(); ++k) {
    parts[k].place = k % 2 == 0 ? "a.c:3" : "a.c:9";
    all.push_back(partition(static_cast<uint32_t>(k), PartitionKind::Different, {{"return", "0"}}, {{"return", "1"}}));
  }
  parts.push_back(space.part({space.pool.notOf(isLow)}, {5, 3}));
  all.push_back(partition(99, PartitionKind::Equal, {}, {}));
  EXPECT_EQ(clusters(all, parts).size(), 3u);
  const std::vector<result::Group> groups = groupsIn({space.pool, solver, space.cells, all, parts, true, Seconds{10}});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].conditionText, "x < 0");
  EXPECT_TRUE(groups[0].isExact);
}

TEST(Groups, HaveMembersConditionAndExample) {
  SmallSpace space;
  solver::SolverChain solver(space.pool, nullptr);
  const ExprId x = space.number("x"), y = space.number("y");
  const ExprId isLow = space.isLess(x, 0), isThree = space.is(y, 3);
  const std::vector<Part> parts{space.part({isLow, isThree}, {0xffffffff, 3}),
                                space.part({isLow, space.pool.notOf(isThree)}, {0xffffffff, 0}),
                                space.part({space.pool.notOf(isLow)}, {5, 3})};
  std::vector<Partition> all{partition(10, PartitionKind::Different, {{"return", "0"}}, {{"return", "1"}}),
                             partition(11, PartitionKind::Different, {{"return", "0"}}, {{"return", "1"}}),
                             partition(12, PartitionKind::Equal, {}, {})};
  all[0].marks = {"before is undefined here", "only for NaN"};
  all[1].marks = {"only for NaN"};
  for (Partition& each : all) each.confirmed = each.kind == PartitionKind::Different;
  all[0].marks.erase(all[0].marks.begin());
  const std::vector<result::Group> groups = groupsIn({space.pool, solver, space.cells, all, parts, true, Seconds{10}});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].partitions, (std::vector<uint32_t>{10, 11}));
  EXPECT_EQ(groups[0].conditionText, "x < 0");
  EXPECT_TRUE(groups[0].isExact);
  EXPECT_EQ(groups[0].example.id, 11u);  // y is zero there
  EXPECT_EQ(groups[0].marks, std::vector<std::string>{"only for NaN"});
  EXPECT_EQ(groups[1].kind, PartitionKind::Equal);
  EXPECT_EQ(groups[1].conditionText, "x >= 0");
}

}  // namespace
}  // namespace cleave::groups
