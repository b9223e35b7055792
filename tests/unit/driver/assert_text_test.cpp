#include "driver/assert_text.h"

#include <gtest/gtest.h>

namespace cleave::driver {
namespace {

const std::string kText =
    "#include <stdio.h>\n"
    "int f(int n) {\n"
    "  for (int i = 0; i < n; i++) if (i > 3) return i;\n"
    "  g();\n"
    "  return n;\n"
    "}\n";

StatementPlace placeOf(const std::string& statement, bool isCompound = false) {
  const size_t begin = kText.find(statement);
  return {begin, begin + statement.size(), isCompound};
}

FunctionPlaces places() {
  FunctionPlaces result;
  result.resultType = "int";
  result.body = {kText.find('{'), kText.rfind('}') + 1, true};
  result.loops.push_back({kText.find("for"), placeOf("if (i > 3) return i;"), false});
  result.returns.push_back({placeOf("return i;"), true});
  result.returns.push_back({placeOf("return n;"), true});
  result.calls.push_back({kText.find("g()"), placeOf("g();")});
  return result;
}

probes::Point point(probes::PointKind kind, uint32_t line, uint32_t column) {
  probes::Point result;
  result.kind = kind;
  result.line = line;
  result.column = column;
  return result;
}

TEST(AssertText, standsAtItsPlaces) {
  SourceEdits edits(kText);
  using probes::PointKind;
  EXPECT_EQ(edits.add(places(), point(PointKind::Entry, 2, 0), {0, "n > 0", {}}), "");
  EXPECT_EQ(edits.add(places(), point(PointKind::LoopHead, 3, 3), {1, "i >= 0", {}}), "");
  EXPECT_EQ(edits.add(places(), point(PointKind::Exit, 6, 1), {2, "cleave_result <= cleave_old_n", {"int cleave_old_n = n;"}}), "");
  EXPECT_EQ(edits.add(places(), point(PointKind::AfterCall, 4, 3), {3, "n > 1", {}}), "");
  std::multimap<size_t, uint32_t> lines;
  EXPECT_EQ(edits.apply(lines),
            "#include <stdio.h>\n"
            "#include <assert.h>\n"
            "int f(int n) {\n"
            "  int cleave_old_n = n;\n"
            "  assert(n > 0);\n"
            "  for (int i = 0; i < n; i++) {\n"
            "    assert(i >= 0);\n"
            "    if (i > 3) {\n"
            "    int cleave_result = (i);\n"
            "    assert(cleave_result <= cleave_old_n);\n"
            "    return cleave_result;\n"
            "  }\n"
            "  }\n"
            "  g();\n"
            "  assert(n > 1);\n"
            "  {\n"
            "    int cleave_result = (n);\n"
            "    assert(cleave_result <= cleave_old_n);\n"
            "    return cleave_result;\n"
            "  }\n"
            "}\n");
  const std::multimap<size_t, uint32_t> expected{{4, 2}, {5, 0}, {7, 1}, {10, 2}, {15, 3}, {18, 2}};
  EXPECT_EQ(lines, expected);
}

TEST(AssertText, saysWhyNot) {
  SourceEdits edits(kText);
  using probes::PointKind;
  FunctionPlaces effects = places();
  effects.loops[0].testHasEffects = true;
  EXPECT_NE(edits.add(effects, point(PointKind::LoopHead, 3, 3), {1, "i >= 0", {}}), "");
  EXPECT_NE(edits.add(places(), point(PointKind::LoopHead, 3, 9), {1, "i >= 0", {}}), "");
  EXPECT_NE(edits.add(places(), point(PointKind::AfterCall, 3, 3), {1, "n > 0", {}}), "");
  FunctionPlaces hidden = places();
  hidden.locals = {"n"};
  probes::Point exit = point(PointKind::Exit, 6, 1);
  exit.variables.push_back({"n", {}, probes::Role::Parameter, false, true});
  EXPECT_NE(edits.add(hidden, exit, {1, "n > 0", {}}), "") << "what n is at a return is another one";
  std::multimap<size_t, uint32_t> lines;
  EXPECT_EQ(edits.apply(lines), kText);
}

}  // namespace
}  // namespace cleave::driver
