#include "program/finish.h"

#include <gtest/gtest.h>

#include "build_function.h"
#include "support/check.h"

namespace cleave::program {
namespace {

constexpr Type kInt = Type::integer(32);
constexpr Type kWide = Type::integer(128);
constexpr Type kBool = Type::integer(1);

// entry -> loop; loop swaps two values on its back edge; loop -> end.
Function swapLoop() {
  FunctionBuilder f("swap");
  const Reg a = f.parameter(kInt);
  const Reg b = f.parameter(kInt);
  const Reg x = f.reg(kInt);
  const Reg y = f.reg(kInt);
  const Reg stop = f.reg(kBool);
  f.block("entry");
  f.jump(1);
  f.block("loop");
  f.phi(x, kInt, {{0, Operand::reg(a)}, {1, Operand::reg(y)}});
  f.phi(y, kInt, {{0, Operand::reg(b)}, {1, Operand::reg(x)}});
  f.add(Op::ICmp, kInt, stop, Operand::reg(x), Operand::reg(y));
  f.branch(Operand::reg(stop), 2, 1);
  f.block("end");
  f.ret(Operand::reg(x), kInt);
  return f.take();
}

TEST(Finish, MovesFollowThePhis) {
  Function f = swapLoop();
  finish(f);
  ASSERT_EQ(f.edges.size(), 3u);
  EXPECT_EQ(f.moves.size(), 4u);
  const Edge& in = f.edges[0];
  ASSERT_EQ(in.moveCount, 2u);
  EXPECT_EQ(f.moves[in.firstMove].dst, 2u);
  EXPECT_EQ(f.moves[in.firstMove].source, Operand::reg(0));
  EXPECT_EQ(f.moves[in.firstMove + 1].phi, 1u);
  EXPECT_FALSE(in.overlapping);
}

TEST(Finish, ASwapNeedsTemporaries) {
  Function f = swapLoop();
  finish(f);
  EXPECT_TRUE(f.edges[2].overlapping);
  EXPECT_EQ(f.edges[1].moveCount, 0u);
}

TEST(Finish, AWidePhiTakesTwoMoves) {
  FunctionBuilder f("wide");
  const Reg a = f.parameter(kWide);
  const Reg x = f.reg(kWide);
  f.block("entry");
  const Operand ten = f.constant(kWide, (U128{1} << 64) | 10);
  f.branch(f.constant(kBool, 1), 1, 2);
  f.block("other");
  f.jump(2);
  f.block("join");
  f.phi(x, kWide, {{0, Operand::reg(a)}, {1, ten}});
  f.ret(Operand::reg(x), kWide);
  Function function = f.take();
  finish(function);
  const Edge& fromOther = function.edges[2];
  ASSERT_EQ(fromOther.moveCount, 2u);
  EXPECT_EQ(function.moves[fromOther.firstMove].source, ten);
  EXPECT_EQ(function.moves[fromOther.firstMove + 1].source, Operand::constant(ten.index() + 1));
  EXPECT_EQ(function.moves[fromOther.firstMove + 1].dst, x + 1);
  EXPECT_EQ(function.moves[fromOther.firstMove + 1].phi, 0u);
}

TEST(Finish, TwoEdgesBetweenTwoBlocksShareAnEntry) {
  FunctionBuilder f("both");
  const Reg c = f.parameter(kBool);
  const Reg x = f.reg(kInt);
  f.block("entry");
  f.branch(Operand::reg(c), 1, 1);
  f.block("join");
  f.phi(x, kInt, {{0, f.constant(kInt, 7)}});
  f.ret(Operand::reg(x), kInt);
  Function function = f.take();
  finish(function);
  EXPECT_EQ(function.moves.size(), 2u);
}

TEST(Finish, UnsupportedMayEndABlock) {
  FunctionBuilder f("u");
  f.function().unsupported = {"__float128"};
  f.block("entry");
  f.add(Op::Unsupported);
  Function function = f.take();
  EXPECT_NO_THROW(finish(function));
}

TEST(Finish, ADeclarationIsLeftAlone) {
  Function function;
  function.name = "printf";
  EXPECT_NO_THROW(finish(function));
}

// --- broken functions

template <class Break>
void expectRefused(Break change) {
  Function f = swapLoop();
  change(f);
  EXPECT_THROW(finish(f), InternalError);
}

TEST(FinishRefuses, ABlockWithoutTerminator) {
  expectRefused([](Function& f) { f.instructions[f.blocks[2].end - 1].op = Op::Freeze; });
}
TEST(FinishRefuses, ATerminatorInTheMiddle) {
  expectRefused([](Function& f) { f.instructions[f.blocks[1].first].op = Op::Unreachable; });
}
TEST(FinishRefuses, AnEmptyBlock) {
  expectRefused([](Function& f) { f.blocks[2].end = f.blocks[2].first; });
}
TEST(FinishRefuses, SharedInstructions) {
  expectRefused([](Function& f) { f.blocks[1].first = f.blocks[0].first; });
}
TEST(FinishRefuses, ARegisterOutOfRange) {
  expectRefused([](Function& f) { f.instructions[f.blocks[1].first].a = Operand::reg(99); });
}
TEST(FinishRefuses, AConstantOutOfRange) {
  expectRefused([](Function& f) { f.instructions[f.blocks[1].first].b = Operand::constant(0); });
}
TEST(FinishRefuses, AResultOutOfRange) {
  expectRefused([](Function& f) { f.blocks[1].phis[0].dst = 99; });
}
TEST(FinishRefuses, AWideOperandWhoseHighHalfIsMissing) {
  expectRefused([](Function& f) {
    f.blocks[1].phis[1].type = kWide;
    f.blocks[1].phis[1].incoming[0].second = Operand::reg(f.registerCount - 1);
  });
}
TEST(FinishRefuses, APhiWithoutAPredecessor) {
  expectRefused([](Function& f) { f.blocks[1].phis[0].incoming.pop_back(); });
}
TEST(FinishRefuses, APhiEntryOfNoPredecessor) {
  expectRefused([](Function& f) { f.blocks[1].phis[0].incoming.emplace_back(2, Operand::reg(0)); });
}
TEST(FinishRefuses, TwoPhiEntriesOfOnePredecessor) {
  expectRefused([](Function& f) { f.blocks[1].phis[0].incoming.emplace_back(1, Operand::reg(0)); });
}
TEST(FinishRefuses, AnEdgeOfAnotherBlock) {
  expectRefused([](Function& f) { f.edges[0].from = 1; });
}
TEST(FinishRefuses, ACallOfNothing) {
  expectRefused([](Function& f) {
    Instruction& inst = f.instructions[f.blocks[1].first];
    inst.op = Op::Call;
    inst.a = {};
  });
}

TEST(Finish, ManyBlocksAndPhisAreLinear) {
  constexpr BlockIndex kMany = 100'000;
  FunctionBuilder f("many");
  const Reg a = f.parameter(kInt);
  const Reg x = f.reg(kInt);
  f.block("entry");
  SwitchTable table;
  for (BlockIndex i = 0; i < kMany; ++i) table.cases.push_back({i, f.edge(1 + i)});
  table.defaultEdge = f.edge(kMany + 1);
  f.function().switches.push_back(std::move(table));
  f.add(Op::Switch, kInt, UINT32_MAX, Operand::reg(a));
  std::vector<std::pair<BlockIndex, Operand>> incoming{{0, Operand::reg(a)}};
  for (BlockIndex i = 0; i < kMany; ++i) {
    f.block("case");
    f.jump(kMany + 1);
    incoming.emplace_back(i + 1, Operand::reg(a));
  }
  f.block("join");
  f.phi(x, kInt, std::move(incoming));
  f.ret(Operand::reg(x), kInt);
  Function function = f.take();
  finish(function);  // quadratic work here would run into the test's time limit
  EXPECT_EQ(function.moves.size(), kMany + 1);
}

}  // namespace
}  // namespace cleave::program
