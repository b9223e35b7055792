#include "change/function_pairs.h"

#include <gtest/gtest.h>

#include "builder.h"
#include "change/change.h"

namespace cleave::change {
namespace {

using namespace testing;

// A body of some size: twelve operations on both parameters, and a constant that tells bodies apart.
Function large(const std::string& name, Op op, uint64_t n, unsigned parameters = 2) {
  FunctionBuilder b(name, parameters);
  Operand x = b.parameter(0);
  for (uint64_t k = 0; k < 12; ++k) x = b.line(2 + static_cast<uint32_t>(k)).binary(op, x, b.number(n + k));
  b.line(20).ret(b.binary(Op::Xor, x, b.parameter(parameters - 1)));
  return b.take();
}

Function edited(Function function) {
  function.constants[3].bits += 1000;
  return function;
}

Function caller(const std::string& name, FunctionId callee) {
  FunctionBuilder b(name, 1);
  b.ret(b.call(callee, {b.parameter(0), b.number(3)}));
  return b.take();
}

Function tiny(const std::string& name, Op op) {
  FunctionBuilder b(name, 2);
  b.ret(b.binary(op, b.parameter(0), b.parameter(1)));
  return b.take();
}

std::vector<std::pair<std::string, std::string>> namesOf(const Program& before, const Program& after, const Changes& changes, PairedBy by) {
  std::vector<std::pair<std::string, std::string>> names;
  for (const FunctionPair& pair : changes.functions)
    if (pair.by == by) names.emplace_back(before.function(pair.before).name, after.function(pair.after).name);
  return names;
}
using Names = std::vector<std::pair<std::string, std::string>>;

TEST(FunctionPairs, ARenamedFunctionAndItsCallersAreTheSame) {
  Program before = programOf({caller("main", FunctionId(1)), large("old", Op::Add, 1)});
  Program after = programOf({large("fresh", Op::Add, 1), caller("main", FunctionId(0))});
  Changes c = findChanges(before, after);
  EXPECT_EQ(namesOf(before, after, c, PairedBy::Similarity), (Names{{"old", "fresh"}}));
  EXPECT_TRUE(c.changes.empty());
  for (const FunctionPair& pair : c.functions) EXPECT_TRUE(pair.sameDeep);
}

TEST(FunctionPairs, ARenamedAndEditedFunctionHasOneChange) {
  Program before = programOf({caller("main", FunctionId(1)), large("old", Op::Add, 1)});
  Program after = programOf({caller("main", FunctionId(1)), edited(large("fresh", Op::Add, 1))});
  Changes c = findChanges(before, after);
  EXPECT_EQ(namesOf(before, after, c, PairedBy::Similarity), (Names{{"old", "fresh"}}));
  ASSERT_EQ(c.changes.size(), 1u);
  EXPECT_EQ(c.changes[0].before.first, c.changes[0].after.first);
  EXPECT_TRUE(c.functions[0].sameCode);
  EXPECT_FALSE(c.functions[0].sameDeep);
}

TEST(FunctionPairs, TheBestMatchIsTakenNotTheFirst) {
  Program before = programOf({large("a", Op::Add, 1), large("b", Op::Add, 7)});
  Program after = programOf({edited(large("x", Op::Add, 7)), edited(large("y", Op::Add, 1))});
  Changes c = findChanges(before, after);
  EXPECT_EQ(namesOf(before, after, c, PairedBy::Similarity), (Names{{"b", "x"}, {"a", "y"}}));
}

TEST(FunctionPairs, AmongEqualsTheNamesDecide) {
  Program before = programOf({large("read_all", Op::Add, 1), large("write_all", Op::Add, 1)});
  Program after = programOf({large("write_each", Op::Add, 1), large("read_each", Op::Add, 1)});
  Changes c = findChanges(before, after);
  EXPECT_EQ(namesOf(before, after, c, PairedBy::Similarity), (Names{{"write_all", "write_each"}, {"read_all", "read_each"}}));
}

TEST(FunctionPairs, FunctionsThatCallEachOtherMayAllBeRenamed) {
  auto make = [](const std::string& even, const std::string& odd) {
    auto function = [](const std::string& name, FunctionId callee, uint64_t n) {
      FunctionBuilder b(name, 1);
      Operand x = b.parameter(0);
      for (uint64_t k = 0; k < 8; ++k) x = b.binary(Op::Add, x, b.number(n + k));
      b.ret(b.call(callee, {x}));
      return b.take();
    };
    return programOf({function(even, FunctionId(1), 1), function(odd, FunctionId(0), 20)});
  };
  Program before = make("even", "odd"), after = make("gerade", "ungerade");
  Changes c = findChanges(before, after);
  EXPECT_EQ(namesOf(before, after, c, PairedBy::Similarity), (Names{{"even", "gerade"}, {"odd", "ungerade"}}));
  EXPECT_TRUE(c.functions[0].sameDeep && c.functions[1].sameDeep);
}

TEST(FunctionPairs, OtherSignaturesUnlikeBodiesAndSmallBodiesAreNotRenamings) {
  auto pairs = [](Function x, Function y) { return findChanges(programOf({std::move(x)}), programOf({std::move(y)})).functions.size(); };
  EXPECT_EQ(pairs(large("old", Op::Add, 1), large("fresh", Op::Add, 1)), 1u);
  EXPECT_EQ(pairs(large("old", Op::Add, 1), large("fresh", Op::Add, 1, 3)), 0u);
  EXPECT_EQ(pairs(large("old", Op::Add, 1), large("fresh", Op::Sub, 1)), 0u);
  EXPECT_EQ(pairs(tiny("minus", Op::Sub), tiny("plus", Op::Add)), 0u);
  EXPECT_EQ(pairs(tiny("minus", Op::Sub), tiny("difference", Op::Sub)), 1u);
  Function model = large("fresh", Op::Add, 1);
  model.fromModels = true;
  EXPECT_EQ(pairs(large("old", Op::Add, 1), model), 0u);
  EXPECT_EQ(pairs(large("old", Op::Add, 1), declare("fresh", {Type::integer(32), Type::integer(32)})), 0u);
}

TEST(FunctionPairs, NamesWinOverLikeness) {
  Program before = programOf({large("a", Op::Add, 1), large("b", Op::Sub, 1)});
  Program after = programOf({large("a", Op::Sub, 1), large("b", Op::Add, 1)});
  Changes c = findChanges(before, after);
  EXPECT_EQ(namesOf(before, after, c, PairedBy::LinkerName), (Names{{"a", "a"}, {"b", "b"}}));
  EXPECT_FALSE(c.functions[0].sameCode || c.functions[1].sameCode);
}

TEST(FunctionPairs, TheUserWinsOverNames) {
  Program before = programOf({large("a", Op::Add, 1), large("b", Op::Sub, 1)});
  Program after = programOf({large("a", Op::Sub, 1), large("b", Op::Add, 1)});
  Changes c = findChanges(before, after, {{{FunctionId(0), FunctionId(1)}}, {}, {}});
  EXPECT_EQ(namesOf(before, after, c, PairedBy::User), (Names{{"a", "b"}}));
  EXPECT_EQ(namesOf(before, after, c, PairedBy::Similarity), (Names{{"b", "a"}}));
  EXPECT_TRUE(c.functions[0].sameDeep && c.functions[1].sameDeep);
  EXPECT_EQ(c.pairOf(Side::Before, FunctionId(0)), &c.functions[1]);
  EXPECT_TRUE(c.changes.empty());
}

TEST(FunctionPairs, WhatIsKnownStaysWhenFunctionsAreAdded) {
  const Program before = programOf({tiny("a", Op::Add), tiny("b", Op::Sub)}), after = programOf({tiny("b", Op::Add), tiny("c", Op::Sub)});
  const std::vector<std::pair<FunctionId, FunctionId>> given{{FunctionId(0), FunctionId(0)}};
  const Changes pairs = findPairs(before, after, {given, {}, {}});
  EXPECT_EQ(namesOf(before, after, pairs, PairedBy::User), (Names{{"a", "b"}}));
  EXPECT_EQ(namesOf(before, after, pairs, PairedBy::Similarity), (Names{{"b", "c"}}));
  const Program grownBefore = programOf({tiny("a", Op::Add), tiny("b", Op::Sub), tiny("harness", Op::Mul)});
  const Program grownAfter = programOf({tiny("b", Op::Add), tiny("c", Op::Sub), tiny("harness", Op::Mul)});
  const Changes c = findChanges(grownBefore, grownAfter, {{}, pairs.functions, {}});
  EXPECT_EQ(namesOf(grownBefore, grownAfter, c, PairedBy::User), (Names{{"a", "b"}}));
  EXPECT_EQ(namesOf(grownBefore, grownAfter, c, PairedBy::Similarity), (Names{{"b", "c"}}));
  EXPECT_EQ(namesOf(grownBefore, grownAfter, c, PairedBy::LinkerName), (Names{{"harness", "harness"}}));
  const Changes afresh = findChanges(grownBefore, grownAfter, {given, {}, {}});
  EXPECT_EQ(c.changes.size(), afresh.changes.size());
}

TEST(FunctionPairs, AGivenPairMayHaveOtherSignatures) {
  Changes c =
      findChanges(programOf({tiny("a", Op::Add)}), programOf({large("b", Op::Add, 1, 3)}), {{{FunctionId(0), FunctionId(0)}}, {}, {}});
  ASSERT_EQ(c.functions.size(), 1u);
  EXPECT_FALSE(c.functions[0].sameCode);
  for (uint32_t mark : c.marks.after[0].instructions) EXPECT_NE(mark, 0u);
  for (uint32_t mark : c.marks.before[0].instructions) EXPECT_NE(mark, 0u);
}

TEST(FunctionPairs, AnOverloadWithOtherParametersIsTheSameFunctionInTheSource) {
  Function x = tiny("_Z1fii", Op::Add), y = large("_Z1fiii", Op::Sub, 4, 3), other = tiny("_Z1gii", Op::Add);
  x.display = "ns::f(int, int)";
  y.display = "ns::f(int, int, int)";
  other.display = "ns::g(int, int)";
  Program before = programOf({x}), after = programOf({y, other});
  Changes c = findChanges(before, after);
  EXPECT_EQ(namesOf(before, after, c, PairedBy::SourceName), (Names{{"_Z1fii", "_Z1fiii"}}));
  // With two overloads on a side the name does not say which.
  Function second = large("_Z1fiiii", Op::Mul, 4, 4);
  second.display = "ns::f(int, int, int, int)";
  Program two = programOf({y, second});
  EXPECT_TRUE(findChanges(before, two).functions.empty());
}

TEST(FunctionPairs, SourceNames) {
  EXPECT_EQ(withoutParameters("f"), "f");
  EXPECT_EQ(withoutParameters("ns::f(int)"), "ns::f");
  EXPECT_EQ(withoutParameters("ns::f(void (*)(int)) const"), "ns::f");
  EXPECT_EQ(withoutParameters("(anonymous namespace)::f(int)"), "(anonymous namespace)::f");
  EXPECT_EQ(withoutParameters("A::operator()(int)"), "A::operator()");
  EXPECT_EQ(withoutParameters("(anonymous namespace)::x"), "(anonymous namespace)::x");
}

// Calls of a renamed function correspond, its address does not: it is shown by name.
TEST(FunctionPairs, TheAddressOfARenamedFunctionIsAChange) {
  auto make = [](const std::string& name, bool inData) {
    FunctionBuilder b("user", 0, Type::pointer());
    b.line(5).ret(inData ? b.global(GlobalId(0)) : b.address(FunctionId(1)));
    Global table = makeGlobal("table", std::vector<uint8_t>(8));
    table.relocations.push_back({0, {Constant::Kind::Function, Type::pointer(), 0, 1}});
    return programOf({b.take(), large(name, Op::Add, 1)}, {table});
  };
  for (bool inData : {false, true}) {
    Changes c = findChanges(make("old", inData), make("fresh", inData));
    ASSERT_EQ(c.functions.size(), 2u);
    EXPECT_TRUE(c.functions[1].sameDeep);
    EXPECT_FALSE(c.functions[0].sameDeep) << inData;
    EXPECT_NE(c.marks.after[0].instructions[0], 0u);
    EXPECT_NE(c.marks.before[0].instructions[0], 0u);
    EXPECT_TRUE(findChanges(make("old", inData), make("old", inData)).changes.empty());
  }
}

// &a and &a are not the same when the user says that a became b: calls through them would run functions that were not compared.
TEST(FunctionPairs, AnAddressOfTheSameNameButAnotherFunctionIsAChange) {
  auto make = [] {
    FunctionBuilder b("user", 0, Type::pointer());
    b.ret(b.address(FunctionId(1)));
    return programOf({b.take(), large("a", Op::Add, 1), large("b", Op::Add, 1)});
  };
  Changes c = findChanges(make(), make(), {{{FunctionId(1), FunctionId(2)}, {FunctionId(2), FunctionId(1)}}, {}, {}});
  EXPECT_FALSE(c.functions[0].sameCode);
  EXPECT_NE(c.marks.after[0].instructions[0], 0u);
}

// Also where a phi takes the address along a way whose branches are not compared.
TEST(FunctionPairs, APhiOfTheAddressOfARenamedFunctionIsAChange) {
  auto make = [](const std::string& name, bool viaSwitch) {
    FunctionBuilder b("user", 0, Type::pointer());
    BlockIndex side = b.newBlock(), join = b.newBlock();
    b.jump(side);
    b.at(side);
    if (viaSwitch) {
      b.switchOn(b.constant({Constant::Kind::Bits, Type::integer(32), 1, 0}), {{1, join}}, join);
    } else {
      b.jump(join);
    }
    b.at(join);
    Operand merged = b.phi({{side, b.address(FunctionId(1))}});
    b.ret(merged);
    return programOf({b.take(), large(name, Op::Add, 1)});
  };
  Changes c = findChanges(make("old", false), make("fresh", true));
  EXPECT_NE(c.marks.before[0].phis[2][0], 0u);
  EXPECT_NE(c.marks.after[0].phis[2][0], 0u);
}

}  // namespace
}  // namespace cleave::change
