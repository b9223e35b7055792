#include "program/dump.h"

#include <gtest/gtest.h>

#include "build_function.h"

namespace cleave::program {
namespace {

constexpr Type kInt = Type::integer(32);

TEST(Dump, AFunctionLineByLine) {
  FunctionBuilder f("f");
  const Reg a = f.parameter(kInt);
  const Reg c = f.reg(Type::integer(1));
  const Reg sum = f.reg(kInt);
  const Reg x = f.reg(kInt);
  f.block("entry");
  const Operand one = f.constant(kInt, 1);
  const Operand minusOne = f.constant(kInt, 0xffffffff);
  Instruction& compare = f.add(Op::ICmp, kInt, c, Operand::reg(a), one);
  compare.flag = static_cast<uint8_t>(IntPredicate::SLt);
  compare.loc = {0, 12, 5};
  f.branch(Operand::reg(c), 1, 2);
  f.block("");
  f.add(Op::Add, kInt, sum, Operand::reg(a), minusOne);
  f.jump(2);
  f.block("end");
  f.phi(x, kInt, {{0, one}, {1, Operand::reg(sum)}});
  f.ret(Operand::reg(x), kInt);
  Program program;
  program.files = {"clamp.c"};
  program.functions.push_back(f.take());
  program.functions[0].results = {kInt};
  EXPECT_EQ(dump(program, program.functions[0]),
            "define f(i32 %0) -> (i32) {\n"
            "b0.entry:\n"
            "  %1 = icmp slt i32 %0, 1                                      ; clamp.c:12\n"
            "  branch %1 ? b1 : b2.end\n"
            "b1:\n"
            "  %2 = add i32 %0, -1\n"
            "  jump b2.end\n"
            "b2.end:\n"
            "  %3 = phi i32 [1, b0.entry], [%2, b1]\n"
            "  return i32 %3\n"
            "}\n");
}

TEST(Dump, ConstantsOfEveryKind) {
  FunctionBuilder f("f");
  const Reg p = f.reg(Type::pointer());
  const Reg d = f.reg(Type::floating(64));
  const Reg w = f.reg(Type::integer(128));
  f.block("entry");
  f.add(Op::Copy, Type::integer(128), w, f.constant(Type::integer(128), U128{1} << 100));
  f.add(Op::Copy, Type::floating(64), d, f.constant(Type::floating(64), bitsOf(0.5)));
  f.add(Op::Copy, Type::pointer(), p, f.constant(Type::pointer(), 0));
  for (const Constant& constant :
       {Constant{Constant::Kind::Global, Type::pointer(), 8, 0}, Constant{Constant::Kind::Function, Type::pointer(), 0, 0},
        Constant{Constant::Kind::Undefined, Type::pointer(), 0, 0}}) {
    f.function().constants.push_back(constant);
    f.add(Op::Copy, Type::pointer(), p, Operand::constant(static_cast<uint32_t>(f.function().constants.size() - 1)));
  }
  f.add(Op::Unreachable);
  Program program;
  program.globals.resize(1);
  program.globals[0].name = "table";
  program.functions.push_back(f.take());
  const std::string text = dump(program);
  for (const char* part : {"copy i128 1267650600228229401496703205376", "copy double 0.5", "copy ptr null", "copy ptr @table+8",
                           "copy ptr @f", "copy ptr undef"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

TEST(Dump, ADeclarationIsOneLine) {
  Program program;
  Function f;
  f.name = "exit";
  f.display = "exit";
  f.noReturn = true;
  f.parameters.push_back({0, kInt, 0, false});
  program.functions.push_back(f);
  EXPECT_EQ(dump(program, program.functions[0]), "declare exit(i32 %0) -> () noreturn\n");
}

}  // namespace
}  // namespace cleave::program
