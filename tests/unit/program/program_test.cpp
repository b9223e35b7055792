#include "program/program.h"

#include <gtest/gtest.h>

namespace cleave::program {
namespace {

TEST(Program, FindsByLinkerName) {
  Program program;
  program.functions.resize(2);
  program.functions[0].name = "f";
  program.functions[1].name = "_Z1gi";
  program.globals.resize(1);
  program.globals[0].name = "counter";
  EXPECT_EQ(program.findFunction("_Z1gi"), FunctionId(1));
  EXPECT_FALSE(program.findFunction("g").valid());
  EXPECT_EQ(program.findGlobal("counter"), GlobalId(0));
  EXPECT_FALSE(program.findGlobal("f").valid());
}

TEST(Program, LocText) {
  Program program;
  program.files = {"a.c", "dir/b.c"};
  EXPECT_EQ(program.locText({1, 12, 3}), "dir/b.c:12");
  EXPECT_EQ(program.locText({}), "?");
  EXPECT_EQ(program.locText({7, 12, 3}), "?");
}

}  // namespace
}  // namespace cleave::program
