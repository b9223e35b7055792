#include "program/content.h"

#include <gtest/gtest.h>

#include "build_function.h"
#include "program/finish.h"

namespace cleave::program {
namespace {

const Type kInt = Type::integer(32);

Function plus(const std::string& name, uint64_t number) {
  FunctionBuilder b(name);
  const Reg x = b.parameter(kInt);
  const Reg sum = b.reg(kInt);
  b.block("entry");
  b.add(Op::Add, kInt, sum, Operand::reg(x), b.constant(kInt, number));
  b.ret(Operand::reg(sum), kInt);
  return b.take();
}

// f mentions g, which mentions the table, whose relocation leads to h; other is on its own.
Program program() {
  Program program;
  for (const char* name : {"f", "g", "h", "other"}) program.functions.push_back(plus(name, 1));
  program.functions[0].constants.push_back({Constant::Kind::Function, Type::pointer(), 0, 1});
  program.functions[1].constants.push_back({Constant::Kind::Global, Type::pointer(), 0, 0});
  Global table;
  table.name = "table";
  table.size = 8;
  table.bytes = {1, 2};
  table.relocations.push_back({0, {Constant::Kind::Function, Type::pointer(), 0, 2}});
  program.globals.push_back(table);
  return program;
}

std::string textOf(const Program& program) { return contentOf(program, {FunctionId(0)}).text; }

TEST(Content, ReachesWhatIsMentioned) {
  const Content content = contentOf(program(), {FunctionId(0)});
  EXPECT_EQ(content.functions.size(), 3u);
  EXPECT_EQ(content.globals.size(), 1u);
  EXPECT_EQ(contentOf(program(), {FunctionId(3)}).functions.size(), 1u);
}

TEST(Content, WhatIsElsewhereDoesNotCount) {
  Program changed = program();
  changed.functions[3] = plus("other", 99);
  EXPECT_EQ(textOf(changed), textOf(program()));
  std::swap(changed.functions[3], changed.functions[2]);  // other numbers, the same code
  changed.globals[0].relocations[0].target.target = 3;
  EXPECT_EQ(textOf(changed), textOf(program()));
}

TEST(Content, EveryPieceThatIsReachedCounts) {
  const std::string as = textOf(program());
  for (size_t f = 0; f < 3; ++f) {
    Program changed = program();
    changed.functions[f].instructions[0].loc = {0, 7, 1};
    EXPECT_NE(textOf(changed), as) << f;
    changed = program();
    changed.functions[f].constants[0].bits ^= 1;
    EXPECT_NE(textOf(changed), as) << f;
    changed = program();
    changed.functions[f].instructions[0].flag ^= 1;
    EXPECT_NE(textOf(changed), as) << f;
    changed = program();
    changed.functions[f].mayThrow = true;
    EXPECT_NE(textOf(changed), as) << f;
  }
  Program changed = program();
  changed.globals[0].bytes[1] = 3;
  EXPECT_NE(textOf(changed), as);
  changed = program();
  changed.globals[0].constant = true;
  EXPECT_NE(textOf(changed), as);
  changed = program();
  changed.constructors.push_back(FunctionId(3));
  EXPECT_NE(textOf(changed), as);
}

}  // namespace
}  // namespace cleave::program
