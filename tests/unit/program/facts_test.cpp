#include "program/facts.h"

#include <gtest/gtest.h>

#include "build_function.h"
#include "program/finish.h"

namespace cleave::program {
namespace {

using Kind = Definition::Kind;
using Registers = std::vector<Reg>;
using Blocks = std::vector<BlockIndex>;

const Type kInt = Type::integer(32);
const Type kWide = Type::integer(128);

std::vector<Operand> listOf(const Operands& operands) { return {operands.begin(), operands.end()}; }

// f(wide p, int q): entry -> left | right -> end, whose phi merges p and a constant.
struct Diamond {
  Diamond() {
    FunctionBuilder b("f");
    p = b.parameter(kWide);
    q = b.parameter(kInt);
    condition = b.reg(Type::integer(1));
    sum = b.reg(kWide);
    flag = b.reg(Type::integer(1));
    merged = b.reg(kWide);
    b.block("entry");
    b.add(Op::ICmp, kInt, condition, Operand::reg(q), b.constant(kInt, 0));
    b.branch(Operand::reg(condition), 1, 2);
    b.block("left");
    b.add(Op::SAddOverflow, kWide, sum, Operand::reg(p), Operand::reg(p)).extra = flag;
    b.jump(3);
    b.block("right");
    b.jump(3);
    b.block("end");
    b.phi(merged, kWide, {{1, Operand::reg(sum)}, {2, b.constant(kWide, 7)}});
    b.ret(Operand::reg(merged), kWide);
    f = b.take();
    finish(f);
  }
  Definition of(Reg reg) const { return f.facts.definitions[reg]; }

  Reg p, q, condition, sum, flag, merged;
  Function f;
};

TEST(Facts, KnowWhatDefinesARegister) {
  const Diamond d;
  EXPECT_EQ(d.of(d.q).kind, Kind::Parameter);
  EXPECT_EQ(d.of(d.q).index, 1u);
  EXPECT_EQ(d.of(d.condition).kind, Kind::Instruction);
  EXPECT_EQ(d.of(d.condition).index, 0u);
  EXPECT_EQ(d.of(d.condition).type, Type::integer(1)) << "not that of what is compared";
  EXPECT_EQ(d.of(d.merged).kind, Kind::Phi);
  EXPECT_EQ(d.of(d.merged).index, 3u);
  EXPECT_EQ(d.of(d.merged).phi, 0u);
}

TEST(Facts, WideValuesDefineTwoRegistersAndTheFlagComesBehindThem) {
  const Diamond d;
  for (const Reg first : {d.p, d.sum, d.merged})
    for (const uint32_t slot : {0u, 1u}) {
      EXPECT_EQ(d.of(first + slot).slot, slot);
      EXPECT_EQ(d.of(first + slot).kind, d.of(first).kind);
      EXPECT_EQ(d.of(first + slot).type, kWide);
    }
  EXPECT_EQ(d.of(d.flag).kind, Kind::Instruction);
  EXPECT_EQ(d.of(d.flag).index, d.of(d.sum).index);
  EXPECT_EQ(d.of(d.flag).slot, 2u);
  EXPECT_EQ(d.of(d.flag).type, Type::integer(1));
  EXPECT_EQ(resultsOf(d.f, d.f.instructions[d.of(d.sum).index]), (Registers{d.sum, d.sum + 1, d.flag}));
}

TEST(Facts, KnowTheBlockOfAnInstructionAndTheNeighboursOfABlock) {
  const Diamond d;
  EXPECT_EQ(d.f.facts.blockOf, (Blocks{0, 0, 1, 1, 2, 3}));
  EXPECT_EQ(d.f.facts.successors, (std::vector<Blocks>{{1, 2}, {3}, {3}, {}}));
  EXPECT_EQ(d.f.facts.predecessors, (std::vector<Blocks>{{}, {0}, {0}, {1, 2}}));
}

TEST(Facts, TargetsOfASwitchGoByValueAndNeighboursCountOnce) {
  FunctionBuilder b("f");
  const Reg q = b.parameter(kInt);
  b.block("entry");
  SwitchTable table;
  table.cases = {{9, b.edge(2)}, {3, b.edge(1)}, {5, b.edge(2)}};
  table.defaultEdge = b.edge(1);
  b.function().switches.push_back(table);
  b.add(Op::Switch, kInt, UINT32_MAX, Operand::reg(q)).extra = 0;
  b.block("one");
  b.ret(Operand::reg(q), kInt);
  b.block("two");
  b.ret(Operand::reg(q), kInt);
  Function f = b.take();
  finish(f);
  EXPECT_EQ(targetsOf(f, f.instructions[0]), (Blocks{1, 2, 2, 1}));
  EXPECT_EQ(targetsOf(f, f.instructions[1]), Blocks{});
  EXPECT_EQ(f.facts.successors[0], (Blocks{2, 1}));
  EXPECT_EQ(f.facts.predecessors[1], Blocks{0});
}

// A program with f, which calls g(1, 2) and through a pointer, and returns.
struct Calls {
  explicit Calls(const std::string& callee) {
    FunctionBuilder b("f");
    const Reg pointer = b.parameter(Type::pointer());
    first = b.reg(kInt);
    second = b.reg(kWide);
    b.block("entry");
    arguments = {b.constant(kInt, 1), b.constant(kInt, 2)};
    b.function().calls.push_back({FunctionId(1), arguments, {kInt, kInt}, {first}, {kInt}, 2, {}});
    b.add(Op::Call, kInt).extra = 0;
    b.function().calls.push_back({FunctionId(), {}, {}, {second}, {kWide}, 0, {}});
    b.add(Op::Call, kWide, UINT32_MAX, Operand::reg(pointer)).extra = 1;
    b.ret(Operand::reg(first), kInt);
    program.functions.push_back(b.take());
    finish(program.functions[0]);
    program.functions.emplace_back().name = callee;
  }
  const Function& f() const { return program.functions[0]; }
  Operands operands(InstIndex i) const { return operandsOf(program, f(), f().instructions[i]); }

  Program program;
  Reg first, second;
  std::vector<Operand> arguments;
};

TEST(Facts, OperandsOfACallAreItsPointerAndItsArguments) {
  const Calls c("g");
  EXPECT_EQ(listOf(c.operands(0)), (std::vector<Operand>{{}, {}, {}, c.arguments[0], c.arguments[1]}));
  EXPECT_EQ(c.operands(0)[4], c.arguments[1]);
  EXPECT_EQ(listOf(c.operands(1)), (std::vector<Operand>{c.f().instructions[1].a, {}, {}}));
  EXPECT_EQ(c.operands(2)[3], Operand::reg(c.first)) << "what is returned";
  EXPECT_EQ(resultsOf(c.f(), c.f().instructions[1]), (Registers{c.second, c.second + 1}));
}

TEST(Facts, WhatAFailedAssertionIsToldIsUnseen) {
  EXPECT_EQ(Calls("__assert_fail").operands(0).size(), 3u);
  Calls own("__assert_fail");
  own.program.functions[1].defined = true;
  EXPECT_EQ(own.operands(0).size(), 5u) << "a function of the program may do anything with them";
}

TEST(Facts, DirectCallsNameTheirCallee) {
  const Calls c("g");
  std::vector<std::string> names;
  forEachDirectCall(c.program, c.f(), [&](const CallInfo& call, const Function& callee) {
    EXPECT_EQ(call.arguments.size(), 2u);
    names.push_back(callee.name);
  });
  EXPECT_EQ(names, std::vector<std::string>{"g"});
}

TEST(Facts, MemoryIsReadAndWrittenThroughPointers) {
  Instruction i;
  i.a = Operand::reg(1);
  i.b = Operand::reg(2);
  i.c = Operand::reg(3);
  const auto use = [&](Op op) {
    i.op = op;
    const MemoryUse memory = memoryUseOf(i);
    return std::pair(memory.reads, memory.writes);
  };
  EXPECT_EQ(use(Op::Load), std::pair(i.a, Operand()));
  EXPECT_EQ(use(Op::Store), std::pair(Operand(), i.b));
  for (const Op op : {Op::MemCpy, Op::MemMove, Op::VaCopy}) EXPECT_EQ(use(op), std::pair(i.b, i.a));
  for (const Op op : {Op::MemSet, Op::VaStart}) EXPECT_EQ(use(op), std::pair(Operand(), i.a));
  for (const Op op : {Op::Add, Op::Call, Op::VaEnd, Op::PtrAdd}) EXPECT_EQ(use(op), std::pair(Operand(), Operand()));
}

TEST(Facts, DivisionTrapsUnlessByAConstantThatIsNeitherZeroNorMinusOne) {
  FunctionBuilder b("f");
  const Operand x = Operand::reg(b.parameter(kInt));
  Instruction i;
  i.type = kInt;
  i.a = x;
  const auto traps = [&](Op op, Operand divisor) {
    i.op = op;
    i.b = divisor;
    return divisionMayTrap(b.function(), i);
  };
  const Operand zero = b.constant(kInt, 0), three = b.constant(kInt, 3), minusOne = b.constant(kInt, 0xffffffff);
  for (const Op op : {Op::UDiv, Op::SDiv, Op::URem, Op::SRem}) {
    EXPECT_TRUE(isDivision(op));
    EXPECT_TRUE(traps(op, x));
    EXPECT_TRUE(traps(op, zero));
    EXPECT_FALSE(traps(op, three));
  }
  EXPECT_TRUE(traps(Op::SDiv, minusOne)) << "INT_MIN / -1";
  EXPECT_TRUE(traps(Op::SRem, minusOne));
  EXPECT_FALSE(traps(Op::UDiv, minusOne));
}

}  // namespace
}  // namespace cleave::program
