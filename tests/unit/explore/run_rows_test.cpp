// Both runs of an input as lines with values. Each test is a function `f` with what a person would write into its margin.
#include "explore/run_rows.h"

#include "../c_program.h"
#include "change/change.h"
#include "explore/pair_runner.h"
#include "explore/relied_lines.h"

namespace cleave::explore {
namespace {

using test::CProgram;

class Runs {
 public:
  Runs(const std::string& before, const std::string& after, const std::vector<int64_t>& input, uint64_t steps = 1'000'000)
      : before_(before),
        after_(after),
        changes_(change::findChanges(before_.program(), after_.program())),
        entry_(makePlainEntry(before_.program(), before_.id("f"), after_.program(), after_.id("f"), pool_)),
        tracking_(before_.program(), after_.program(), changes_, entry_, pool_, Granularity::Differential, {}) {
    vm::RunLimits limits;
    limits.steps = steps;
    PairRunner runner(before_.program(), after_.program(), changes_, entry_, pool_, limits, &tracking_);
    Both<vm::Trace> traces;
    runner.trace(&traces.before, &traces.after);
    expr::Assignment values(pool_.symbolCount(), 0);
    for (size_t k = 0; k < input.size(); ++k)
      values[entry_.space.cells.at(k).symbol.value] = truncateTo(static_cast<U128>(input[k]), entry_.space.cells[k].sort.width);
    run_ = runner.run(values, vm::Mode::Symbolic, Budget(Seconds(10), nullptr));
    runs_ = rowsOf({before_.program(), after_.program(), changes_, entry_, pool_}, traces);
  }

  const result::Runs& data() const { return runs_; }
  Both<std::vector<std::string>> relied(const std::vector<uint32_t>& decisions) const {
    Claim claim;
    claim.decisions = {decisions, decisions};
    return reliedLines({before_.program(), after_.program(), changes_, entry_, const_cast<expr::ExprPool&>(pool_)}, run_, claim);
  }

  // "2: x = 1 | 2: x = 2": a line for each row; "-" where a version has no step, ">" for each call, "!" where the runs part.
  std::string text() const {
    std::string text;
    for (size_t k = 0; k < runs_.rows.size(); ++k)
      text += side(runs_.rows[k].before) + " | " + side(runs_.rows[k].after) + (runs_.parts == k ? " !" : "") + "\n";
    return text;
  }

 private:
  static std::string side(const std::optional<result::RunStep>& step) {
    if (!step) return "-";
    std::string text = step->skipped == 0 ? "" : "(" + std::to_string(step->skipped) + ") ";
    text += std::string(step->depth, '>') + std::to_string(step->line);
    for (size_t k = 0; k < step->values.size(); ++k)
      text += (k == 0 ? ": " : ", ") + step->values[k].first + " = " + step->values[k].second;
    return text;
  }

  CProgram before_, after_;
  expr::ExprPool pool_;
  change::Changes changes_;
  Entry entry_;
  Tracking tracking_;
  PairRun run_;
  result::Runs runs_;
};

TEST(RunRows, LinesWithValuesAndWhereTheRunsPart) {
  const Runs runs(
      "int f(int i) {\n"
      "  int x = i;\n"
      "  int o = 0;\n"
      "  if (x > 0)\n"
      "    o = x;\n"
      "  return o;\n"
      "}\n",
      "int f(int i) {\n"
      "  int x = i + 1;\n"
      "  int o = 0;\n"
      "  if (x > 0)\n"
      "    o = x;\n"
      "  return o;\n"
      "}\n",
      {0});
  EXPECT_EQ(runs.text(),
            "1: i = 0 | 1: i = 0\n"
            "2: x = 0 | 2: x = 1\n"
            "3: o = 0 | 3: o = 0\n"
            "4 | 4 !\n"
            "- | 5: o = 1\n"
            "6: return = 0 | 6: return = 1\n");
  EXPECT_EQ(runs.relied({0}).before, runs.relied({0}).before);
}

TEST(RunRows, ALongLoopIsThereWithItsFirstAndLastIterations) {
  const std::string text =
      "int f(int n) {\n"
      "  int s = 0;\n"
      "  for (int i = 0; i < n; i++)\n"
      "    s += i;\n"
      "  return s;\n"
      "}\n";
  const Runs runs(text, text + "int unused;\n", {100});
  EXPECT_EQ(runs.text(),
            "1: n = 100 | 1: n = 100\n"
            "2: s = 0 | 2: s = 0\n"
            "3: i = 0 | 3: i = 0\n"
            "4 | 4\n"
            "3: i = 1 | 3: i = 1\n"
            "4: s = 1 | 4: s = 1\n"
            "3: i = 2 | 3: i = 2\n"
            "4: s = 3 | 4: s = 3\n"
            "(191) 4: s = 4851 | (191) 4: s = 4851\n"
            "3: i = 99 | 3: i = 99\n"
            "4: s = 4950 | 4: s = 4950\n"
            "3: i = 100 | 3: i = 100\n"
            "5: return = 4950 | 5: return = 4950\n");
  EXPECT_FALSE(runs.data().parts.has_value());
  const Runs cut(text, text, {1'000'000}, 20'000);
  EXPECT_LE(cut.data().rows.size(), 20u);
}

TEST(RunRows, CallsMembersElementsAndPointers) {
  const std::string text =
      "enum color { RED, GREEN };\n"
      "struct pair { int left; char name[4]; enum color color; };\n"
      "static int count;\n"
      "static void set(struct pair *p, char c) {\n"
      "  p->left = 7;\n"
      "  p->name[1] = c;\n"
      "  count++;\n"
      "}\n"
      "int f(int k) {\n"
      "  struct pair one;\n"
      "  one.color = GREEN;\n"
      "  set(&one, 'k');\n"
      "  const char *at = one.name + 1;\n"
      "  return one.left + k;\n"
      "}\n";
  EXPECT_EQ(Runs(text, text, {1}).text(),
            "9: k = 1 | 9: k = 1\n"
            "11: one.color = 1 | 11: one.color = 1\n"
            "12 | 12\n"
            ">4: p = &one, c = 'k' | >4: p = &one, c = 'k'\n"
            ">5: one.left = 7 | >5: one.left = 7\n"
            ">6: one.name[1] = 'k' | >6: one.name[1] = 'k'\n"
            ">7: count = 1 | >7: count = 1\n"
            ">8 | >8\n"
            "13: at = &one.name[1] | 13: at = &one.name[1]\n"
            "14: return = 8 | 14: return = 8\n");
}

TEST(RunRows, TheLineOfATrapIsTheLast) {
  const Runs runs(
      "int f(int i) {\n"
      "  int a[2] = {1, 2};\n"
      "  return a[i];\n"
      "}\n",
      "int f(int i) {\n"
      "  int a[2] = {1, 2};\n"
      "  if (i > 1)\n"
      "    return 0;\n"
      "  return a[i];\n"
      "}\n",
      {5});
  ASSERT_FALSE(runs.data().rows.empty());
  EXPECT_NE(runs.text().find("3 | -"), std::string::npos) << runs.text();
  EXPECT_NE(runs.text().find("- | 4\n"), std::string::npos) << runs.text();
}

TEST(RunRows, AnUninitialisedVariableHasNoValue) {
  const std::string text =
      "int f(int i) {\n"
      "  int x;\n"
      "  int y = x;\n"
      "  return i;\n"
      "}\n";
  EXPECT_EQ(Runs(text, text, {5}).text(), "1: i = 5 | 1: i = 5\n3 | 3\n4: return = 5 | 4: return = 5\n");
}

TEST(RunRows, LineListsAreShort) {
  EXPECT_EQ(rangesText({3, 5, 9, 10, 11}), "3,5,9-11");
  EXPECT_EQ(rangesText({1}), "1");
  EXPECT_EQ(rangesText({}), "");
}

}  // namespace
}  // namespace cleave::explore
