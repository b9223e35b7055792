#include "native/script.h"

#include <gtest/gtest.h>

#include "native/compare.h"
#include "replay_fixture.h"

namespace cleave::native {
namespace {

using Kind = ReplayCell::Kind;

TEST(Script, plansTheUnionOfBothLists) {
  const std::vector<ReplayCell> before{cell("return", "return", {}, 0, 4), cell("gone", "return", {0}, 8, 4),
                                       cell("g", "global:g", {}, 0, 4)};
  const std::vector<ReplayCell> after{cell("added", "global:added", {}, 0, 4), cell("return", "return", {}, 0, 8),
                                      cell("g->x", "global:g", {0}, 0, 4)};
  const CellPlan plan = planCells(before, after);
  std::vector<std::pair<std::string, bool>> rows;
  for (const CellPlan::Row& row : plan.rows) rows.emplace_back(row.name, row.compared);
  EXPECT_EQ(rows,
            (std::vector<std::pair<std::string, bool>>{{"return", true}, {"gone", false}, {"g", true}, {"added", true}, {"g->x", false}}));
  EXPECT_EQ(plan.rows[0].before.path.bytes, 4u);
  EXPECT_EQ(plan.rows[0].after.path.bytes, 8u);
  EXPECT_EQ(plan.rows[3].before.path.root, "global:added");
}

TEST(Script, pointersIntoTheInputAreToldByWhereTheyLead) {
  ReplayVersion version;
  version.globals = {"g", "cleave_input.0.s", "cleave_input.0.t"};
  version.inputs = {{"cleave_input.0.s", 9}};
  const std::vector<ReplayCell> cells{cell("p", "return", {}, 0, 8, Kind::Pointer)};
  const auto value = [&](const std::string& text) { return decodeAnswer("started\nreturned\ncell " + text + "\nend\n", cells, version).values.at(0); };
  EXPECT_EQ(value("global 1"), "input s[9]");
  EXPECT_EQ(value("pointer 1 behind 1 4"), "input s[9] + 4");
  EXPECT_EQ(value("pointer 2 behind 1 9"), "input s[9] + 9") << "its end";
  EXPECT_EQ(value("pointer 2 behind 1 10"), "pointer 2") << "something else lies there";
  EXPECT_EQ(value("pointer 3 behind 0 1"), "pointer 3") << "memory of the program's own";
  EXPECT_EQ(value("global 2"), "pointer") << "of no known size";

  const auto differs = [&](const std::string& before, const std::string& after) {
    ReplayObservation x, y;
    x.cells = {{"p", before}};
    y.cells = {{"p", after}};
    return differ(x, y, planCells(cells, cells), {});
  };
  EXPECT_TRUE(differs("input s[9] + 1", "input s[9] + 2"));
  EXPECT_FALSE(differs("input s[9] + 1", "input s[9] + 1"));
  EXPECT_TRUE(differs("input s[9]", "input s[9] + 1"));
  EXPECT_TRUE(differs("input s[9]", "input t[9]"));
  EXPECT_FALSE(differs("input s[9] + 9", "input t[9]")) << "the end of one may be the beginning of the other";
  EXPECT_FALSE(differs("input r[8] + 4", "input r[12] + 8")) << "a member that has another place now";
  EXPECT_TRUE(differs("input s[9] + 1", "null"));
  const auto differsFarBehind = [&](const std::string& before, const std::string& after) {
    ReplayObservation x, y;
    x.cells = {{"p", before}};
    y.cells = {{"p", after}};
    return differFarBehindObjects(x, y, planCells(cells, cells), {});
  };
  EXPECT_TRUE(differsFarBehind("input s[9] + 1", "pointer 1") && differsFarBehind("pointer 2", "input s[9] + 1"));
  EXPECT_FALSE(differsFarBehind("input s[9]", "pointer 1") || differsFarBehind("input s[9] + 1", "null") || differsFarBehind("pointer 1", "pointer 2"));
  EXPECT_TRUE(differs("input s[9] + 1", "pointer 1"));
}

TEST(Script, anAnswerIsWholeOrBroken) {
  ReplayVersion version;
  version.globals = {"g", ".str"};
  const std::vector<ReplayCell> cells{cell("a", "return", {}, 0, 2), cell("p", "return", {}, 8, 8, Kind::Pointer)};
  const auto state = [&](const std::string& text) { return decodeAnswer(text, cells, version).state; };
  EXPECT_EQ(state(""), Answer::State::Missing);
  EXPECT_EQ(state("started\n"), Answer::State::Started);
  EXPECT_EQ(state("no such entry\n"), Answer::State::NoSuchEntry);
  const Answer whole = decodeAnswer("started\nreturned\ncell 0a01\ncell global 0\nend\n", cells, version);
  EXPECT_EQ(whole.state, Answer::State::Returned);
  EXPECT_EQ(whole.values, (std::vector<std::string>{"0x010a", "&g"}));
  EXPECT_EQ(decodeAnswer("started\nreturned\ncell unreadable\ncell global 1\nend\n", cells, version).values,
            (std::vector<std::string>{"unreadable", "pointer"}));
  for (const char* text :
       {"started\nreturned\n", "started\nreturned\ncell 0a01\ncell null\n", "started\nreturned\ncell 0a\ncell null\nend\n", "returned\n",
        "started\nreturned\ncell 0a01\ncell null\nend\nend\n", "started\nreturned\ncell 0g01\ncell null\nend\n",
        "started\nreturned\ncell 0a01\ncell global 7\nend\n", "star"})
    EXPECT_EQ(state(text), Answer::State::Broken) << text;
}

TEST(Compare, onlyComparedCellsCount) {
  const CellPlan plan = planCells({cell("r", "return", {}, 0, 4)}, {cell("r", "return", {}, 0, 4), cell("x", "return", {0}, 0, 4)});
  ReplayObservation before, after;
  before.cells = {{"r", "0x1"}, {"x", "0x2"}};
  after.cells = {{"r", "0x1"}, {"x", "0x3"}};
  EXPECT_FALSE(differ(before, after, plan));
  after.cells[0].second = "0x2";
  EXPECT_TRUE(differ(before, after, plan));
}

TEST(Compare, stderrCountsUnlessTheRunCrashed) {
  ReplayObservation before, after;
  before.errors = "a";
  after.errors = "b";
  EXPECT_TRUE(differ(before, after, {}));
  before.end = after.end = ReplayObservation::End::Exited;
  EXPECT_TRUE(differ(before, after, {}));
  for (const ReplayObservation::End end : {ReplayObservation::End::Signalled, ReplayObservation::End::Sanitizer}) {
    before.end = after.end = end;
    EXPECT_FALSE(differ(before, after, {}));
    after.code = 1;
    EXPECT_TRUE(differ(before, after, {}));
    after.code = 0;
    after.output = "x";
    EXPECT_TRUE(differ(before, after, {}));
    after.output.clear();
  }
  before.end = ReplayObservation::End::TimedOut;
  EXPECT_THROW(differ(before, after, {}), InternalError);
}

TEST(Script, anExceptionIsAnAnswer) {
  const std::vector<ReplayCell> cells{{"exception", {"exception", {}, 0, 4, 0, 0}, ReplayCell::Kind::Bytes}};
  const Answer threw = decodeAnswer("started\nthrew St9bad_alloc\ncell 07000000\nend\n", cells, {});
  EXPECT_EQ(threw.state, Answer::State::Threw);
  EXPECT_EQ(threw.exception, "St9bad_alloc");
  EXPECT_EQ(threw.values, std::vector<std::string>{"0x00000007"});
}

TEST(Compare, exceptionsByTypeAndContentsButNotByAResult) {
  const ReplayCell result{"return", {"return", {}, 0, 4, 0, 0}, ReplayCell::Kind::Bytes};
  const ReplayCell thrown{"exception", {"exception", {}, 0, 4, 0, 0}, ReplayCell::Kind::Bytes};
  const CellPlan plan = planCells({result, thrown}, {result, thrown});
  ReplayObservation before, after;
  before.end = after.end = ReplayObservation::End::Threw;
  before.exception = after.exception = "i";
  before.cells = {{"return", "0x00000001"}, {"exception", "0x00000005"}};
  after.cells = {{"return", "0x00000002"}, {"exception", "0x00000005"}};
  EXPECT_FALSE(differ(before, after, plan));
  after.cells[1].second = "0x00000006";
  EXPECT_TRUE(differ(before, after, plan));
  after.cells = before.cells;
  after.exception = "j";
  EXPECT_TRUE(differ(before, after, plan));
  after = before;
  after.end = ReplayObservation::End::Returned;
  EXPECT_TRUE(differ(before, after, plan));
}

TEST(Compare, theLastWordsOfTheRuntimeCount) {
  ReplayObservation before, after;
  before.end = after.end = ReplayObservation::End::Signalled;
  before.code = after.code = 6;
  before.errors = "file.c:12: oops\nterminate called after throwing an instance of 'int'\n";
  after.errors = "file.c:13: oops\nterminate called after throwing an instance of 'int'\n";
  EXPECT_FALSE(differ(before, after, {}));
  after.errors = "file.c:13: oops\nterminate called after throwing an instance of 'long'\n";
  EXPECT_TRUE(differ(before, after, {}));
}

TEST(Compare, longTextsAreCut) {
  ReplayObservation observation;
  observation.output = std::string(1000, 'x');
  EXPECT_LT(toText(observation).size(), 300u);
  EXPECT_NE(toText(observation).find("(1000 bytes)"), std::string::npos);
}

}  // namespace
}  // namespace cleave::native
