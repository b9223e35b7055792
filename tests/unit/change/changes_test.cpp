#include <gtest/gtest.h>

#include <algorithm>

#include "builder.h"
#include "change/change.h"

namespace cleave::change {
namespace {

using namespace testing;

size_t markedCount(const InstructionMarks& marks) {
  auto isMarked = [](uint32_t id) { return id != 0; };
  size_t count = static_cast<size_t>(std::ranges::count_if(marks.instructions, isMarked));
  for (const auto& phis : marks.phis) count += static_cast<size_t>(std::ranges::count_if(phis, isMarked));
  return count;
}

// line 2: x = p0 OP n;  line 3: y = x * p1;  line 4: return y
Function straight(Op op, uint64_t n, uint32_t shift = 0) {
  FunctionBuilder b("f", 2);
  Operand x = b.line(2 + shift).binary(op, b.parameter(0), b.number(n));
  Operand y = b.line(3 + shift).binary(Op::Mul, x, b.parameter(1));
  b.line(4 + shift).ret(y);
  return b.take();
}

TEST(Changes, IdenticalCodeOnOtherLinesIsNoChange) {
  Changes c = findChanges(programOf({straight(Op::Add, 1)}), programOf({straight(Op::Add, 1, 10)}));
  ASSERT_EQ(c.functions.size(), 1u);
  EXPECT_TRUE(c.functions[0].sameCode);
  EXPECT_TRUE(c.functions[0].sameDeep);
  EXPECT_TRUE(c.changes.empty());
  EXPECT_EQ(markedCount(c.marks.before[0]), 0u);
  EXPECT_EQ(markedCount(c.marks.after[0]), 0u);
}

TEST(Changes, AnEditedConstantMarksOneInstruction) {
  Changes c = findChanges(programOf({straight(Op::Add, 1)}), programOf({straight(Op::Add, 2, 10)}));
  EXPECT_FALSE(c.functions[0].sameCode);
  ASSERT_EQ(c.changes.size(), 1u);
  EXPECT_EQ(c.changes[0].id, 1u);
  EXPECT_EQ(c.changes[0].function, "f");
  EXPECT_EQ(c.changes[0].before.first, 2u);
  EXPECT_EQ(c.changes[0].before.last, 2u);
  EXPECT_EQ(c.changes[0].after.first, 12u);
  EXPECT_EQ(c.marks.after[0].instructions, (std::vector<uint32_t>{1, 0, 0}));
  EXPECT_EQ(c.marks.before[0].instructions, (std::vector<uint32_t>{1, 0, 0}));
}

TEST(Changes, AnEditedOperatorMarksOneInstruction) {
  Changes c = findChanges(programOf({straight(Op::Add, 1)}), programOf({straight(Op::Sub, 1)}));
  EXPECT_EQ(c.marks.after[0].instructions, (std::vector<uint32_t>{1, 0, 0}));
}

TEST(Changes, AnotherVariableIsAChange) {
  auto make = [](bool other) {
    FunctionBuilder b("f", 2);
    Operand x = b.line(2).binary(Op::Add, b.parameter(0), b.number(1));
    Operand y = b.line(3).binary(Op::Add, b.parameter(1), b.number(1));
    b.line(6).ret(other ? y : x);
    return b.take();
  };
  Changes c = findChanges(programOf({make(false)}), programOf({make(true)}));
  EXPECT_EQ(c.marks.after[0].instructions, (std::vector<uint32_t>{0, 0, 1}));
  EXPECT_EQ(c.marks.before[0].instructions, (std::vector<uint32_t>{0, 0, 1}));
}

TEST(Changes, AnInsertedStatementIsOneSidedAndOwnsTheUsesOfItsValue) {
  auto make = [](bool inserted) {
    FunctionBuilder b("f", 1);
    Operand x = b.line(2).binary(Op::Add, b.parameter(0), b.number(1));
    if (inserted) x = b.line(3).binary(Op::Xor, x, b.number(7));
    b.line(9).ret(x);
    return b.take();
  };
  Changes c = findChanges(programOf({make(false)}), programOf({make(true)}));
  ASSERT_EQ(c.changes.size(), 1u);
  EXPECT_FALSE(c.changes[0].before.present());
  EXPECT_EQ(c.changes[0].after.first, 3u);
  EXPECT_EQ(c.changes[0].after.last, 3u);
  EXPECT_EQ(c.marks.after[0].instructions, (std::vector<uint32_t>{0, 1, 1}));
  EXPECT_EQ(c.marks.before[0].instructions, (std::vector<uint32_t>{0, 1})) << "it returns another value than its match";

  Changes back = findChanges(programOf({make(true)}), programOf({make(false)}));
  ASSERT_EQ(back.changes.size(), 1u);
  EXPECT_TRUE(back.changes[0].before.present());
  EXPECT_FALSE(back.changes[0].after.present());
}

TEST(Changes, DistantEditsAreTwoChangesInSourceOrder) {
  auto make = [](uint64_t n, uint64_t m) {
    FunctionBuilder b("f", 1);
    Operand x = b.line(2).binary(Op::Add, b.parameter(0), b.number(n));
    Operand y = b.line(5).binary(Op::Mul, x, x);
    b.line(9).ret(b.binary(Op::Xor, y, b.number(m)));
    return b.take();
  };
  Changes c = findChanges(programOf({make(1, 1)}), programOf({make(2, 2)}));
  ASSERT_EQ(c.changes.size(), 2u);
  EXPECT_EQ(c.changes[0].after.first, 2u);
  EXPECT_EQ(c.changes[1].after.first, 9u);
}

// if (p0 < 3) r = p0 + 1 else r = p0 + 2; return r
Function diamond(bool swapTargets, bool swapValues = false) {
  FunctionBuilder b("f", 1);
  BlockIndex yes = b.newBlock(), no = b.newBlock(), join = b.newBlock();
  Operand less = b.line(2).compare(IntPredicate::SLt, b.parameter(0), b.number(3));
  b.branch(less, swapTargets ? no : yes, swapTargets ? yes : no);
  b.at(yes);
  Operand x = b.line(3).binary(Op::Add, b.parameter(0), b.number(1));
  b.jump(join);
  b.at(no);
  Operand y = b.line(4).binary(Op::Sub, b.parameter(0), b.number(2));
  b.jump(join);
  b.at(join);
  Operand r = swapValues ? b.number(5) : x;
  b.line(5);
  Operand merged = b.phi({{yes, r}, {no, y}});
  b.ret(merged);
  return b.take();
}

TEST(Changes, ExchangedTargetsMarkTheBranch) {
  Changes c = findChanges(programOf({diamond(false)}), programOf({diamond(true)}));
  EXPECT_EQ(c.marks.after[0].instructions, (std::vector<uint32_t>{0, 1, 0, 0, 0, 0, 0}));
}

TEST(Changes, AnotherIncomingValueMarksThePhi) {
  Changes c = findChanges(programOf({diamond(false)}), programOf({diamond(false, true)}));
  ASSERT_EQ(c.marks.after[0].phis[3].size(), 1u);
  EXPECT_NE(c.marks.after[0].phis[3][0], 0u);
  EXPECT_NE(c.marks.before[0].phis[3][0], 0u);
}

TEST(Changes, AStatementInsertedWherePathsMeetDoesNotMarkThePhi) {
  auto make = [](bool inserted) {
    FunctionBuilder b("f", 2);
    BlockIndex yes = b.newBlock(), join = b.newBlock();
    b.line(2).branch(b.compare(IntPredicate::SLt, b.parameter(0), b.number(3)), yes, join);
    b.at(yes);
    Operand x = b.line(3).binary(Op::Add, b.parameter(0), b.number(1));
    b.jump(join);
    b.at(join);
    Operand merged = b.phi({{0, b.number(9)}, {yes, x}});
    if (inserted) b.line(4).call(FunctionId(1), {b.number(7)});
    b.line(8).ret(b.binary(Op::Xor, merged, b.parameter(1)));
    return programOf({b.take(), declare("log", {Type::integer(32)})});
  };
  Changes c = findChanges(make(false), make(true));
  ASSERT_EQ(c.changes.size(), 1u);
  EXPECT_EQ(c.changes[0].after.first, 4u);
  EXPECT_FALSE(c.changes[0].before.present());
  EXPECT_EQ(markedCount(c.marks.before[0]), 0u);
  EXPECT_EQ(markedCount(c.marks.after[0]), 1u);
}

TEST(Changes, ReorderedSwitchCasesAreNoEditOfTheSwitchItself) {
  auto make = [](bool reorder, uint64_t second) {
    FunctionBuilder b("f", 1);
    BlockIndex x = b.newBlock(), y = b.newBlock(), z = b.newBlock();
    using Cases = std::vector<std::pair<uint64_t, BlockIndex>>;
    b.switchOn(b.parameter(0), reorder ? Cases{{second, y}, {1, x}} : Cases{{1, x}, {second, y}}, z);
    b.at(x);
    b.ret(b.number(10));
    b.at(y);
    b.ret(b.number(20));
    b.at(z);
    b.ret(b.number(30));
    return b.take();
  };
  EXPECT_TRUE(findChanges(programOf({make(false, 2)}), programOf({make(true, 2)})).functions[0].sameCode);
  EXPECT_FALSE(findChanges(programOf({make(false, 2)}), programOf({make(false, 3)})).functions[0].sameCode);
}

Function caller(const std::string& name, FunctionId callee) {
  FunctionBuilder b(name, 1);
  b.ret(b.call(callee, {b.parameter(0)}));
  return b.take();
}

Function leaf(const std::string& name, uint64_t n) {
  FunctionBuilder b(name, 1);
  b.ret(b.binary(Op::Add, b.parameter(0), b.number(n)));
  return b.take();
}

TEST(Changes, ACallerOfAChangedFunctionIsNotDeeplyTheSame) {
  Program before = programOf({caller("main", FunctionId(1)), caller("middle", FunctionId(2)), leaf("leaf", 1), leaf("alone", 4)});
  Program after = programOf({caller("main", FunctionId(1)), caller("middle", FunctionId(2)), leaf("leaf", 2), leaf("alone", 4)});
  Changes c = findChanges(before, after);
  EXPECT_TRUE(c.functions[0].sameCode && c.functions[1].sameCode && !c.functions[2].sameCode && c.functions[3].sameCode);
  EXPECT_TRUE(!c.functions[0].sameDeep && !c.functions[1].sameDeep && !c.functions[2].sameDeep && c.functions[3].sameDeep);
}

TEST(Changes, RecursionAloneIsNoDifference) {
  Program p = programOf({caller("even", FunctionId(1)), caller("odd", FunctionId(0))});
  Changes c = findChanges(p, p);
  EXPECT_TRUE(c.functions[0].sameDeep && c.functions[1].sameDeep);
}

TEST(Changes, FunctionsCorrespondByNameNotByPosition) {
  Program before = programOf({caller("main", FunctionId(1)), leaf("leaf", 1)});
  Program after = programOf({leaf("leaf", 1), caller("main", FunctionId(0))});
  Changes c = findChanges(before, after);
  EXPECT_TRUE(c.functions[0].sameDeep && c.functions[1].sameDeep);
  const FunctionPair* pair = c.pairOf(Side::After, FunctionId(1));
  ASSERT_NE(pair, nullptr);
  EXPECT_EQ(pair->before, FunctionId(0));
}

TEST(Changes, AFunctionOfOneVersionIsMarkedWhole) {
  Program before = programOf({leaf("f", 1)});
  Program after = programOf({leaf("f", 1), leaf("fresh", 2)});
  Changes c = findChanges(before, after);
  ASSERT_EQ(c.changes.size(), 1u);
  EXPECT_EQ(c.changes[0].function, "fresh");
  EXPECT_FALSE(c.changes[0].before.present());
  EXPECT_EQ(markedCount(c.marks.after[1]), 2u);
  EXPECT_EQ(c.pairOf(Side::After, FunctionId(1)), nullptr);
}

TEST(Changes, AnIndirectCallMayReachAnyAddressTakenFunction) {
  auto make = [](uint64_t n) {
    FunctionBuilder user("user", 1);
    Operand pointer = user.load(user.global(GlobalId(0)));
    user.ret(user.call(FunctionId(), {user.parameter(0)}, pointer));
    Global table = makeGlobal("table", std::vector<uint8_t>(8));
    table.relocations.push_back({0, {Constant::Kind::Function, Type::pointer(), 0, 1}});
    FunctionBuilder other("other", 1);  // calls through a pointer that it got as an argument, mentions nothing
    other.ret(other.call(FunctionId(), {other.number(1)}, other.parameter(0)));
    return programOf({user.take(), leaf("target", n), other.take()}, {table});
  };
  Changes c = findChanges(make(1), make(2));
  EXPECT_TRUE(c.functions[0].sameCode && c.functions[2].sameCode);
  EXPECT_FALSE(c.functions[0].sameDeep);
  EXPECT_FALSE(c.functions[2].sameDeep);
  Changes same = findChanges(make(1), make(1));
  EXPECT_TRUE(same.functions[0].sameDeep && same.functions[2].sameDeep);
}

TEST(Changes, AChangedInitialiserMarksItsUses) {
  auto make = [](uint8_t byte, bool through) {
    FunctionBuilder b("f", 0);
    b.line(5).ret(b.load(b.global(GlobalId(through ? 1 : 0))));
    Global pointer = makeGlobal("pointer", std::vector<uint8_t>(8));
    pointer.relocations.push_back({0, {Constant::Kind::Global, Type::pointer(), 0, 0}});
    return programOf({b.take(), leaf("free", 1)}, {makeGlobal("data", {byte, 0, 0, 0}), pointer});
  };
  for (bool through : {false, true}) {
    Changes c = findChanges(make(1, through), make(2, through));
    EXPECT_TRUE(c.functions[0].sameCode);
    EXPECT_FALSE(c.functions[0].sameDeep);
    EXPECT_TRUE(c.functions[1].sameDeep);
    ASSERT_EQ(c.changes.size(), 1u);
    EXPECT_EQ(c.changes[0].function, "data");
    EXPECT_EQ(c.changes[0].after.first, 100u);
    EXPECT_EQ(c.marks.after[0].instructions, (std::vector<uint32_t>{1, 0}));
    EXPECT_EQ(c.marks.before[0].instructions, (std::vector<uint32_t>{1, 0}));
  }
  Program shorter = make(1, false);
  shorter.globals[0].bytes.resize(1);  // the rest is zero
  EXPECT_TRUE(findChanges(make(1, false), shorter).changes.empty());
}

TEST(Changes, WhereAnAssertionStandsIsNoChange) {
  auto make = [](uint64_t line, const char* callee) {
    FunctionBuilder b("f", 0);
    b.ret(b.call(FunctionId(1), {b.number(line)}));
    return programOf({b.take(), declare(callee, {Type::integer(32)})});
  };
  EXPECT_TRUE(findChanges(make(10, "__assert_fail"), make(12, "__assert_fail")).functions[0].sameDeep);
  EXPECT_FALSE(findChanges(make(10, "warn"), make(12, "warn")).functions[0].sameDeep);
}

TEST(Changes, ContentsThatTheModelCannotExpressAreNeverTheSame) {
  auto make = [](bool ours) {
    FunctionBuilder b("f", 0);
    b.ret(b.load(b.global(GlobalId(0))));
    Global g = makeGlobal("distance", {});
    g.defined = false;
    if (!ours) g.loc = {};  // an extern variable: one and the same in both versions
    return programOf({b.take()}, {g});
  };
  EXPECT_FALSE(findChanges(make(true), make(true)).functions[0].sameDeep);
  EXPECT_TRUE(findChanges(make(false), make(false)).functions[0].sameDeep);
}

TEST(Changes, LiteralsCorrespondByContent) {
  auto make = [](std::vector<Global> globals, uint32_t used) {
    FunctionBuilder b("f", 0);
    b.ret(b.load(b.global(GlobalId(used))));
    return programOf({b.take()}, std::move(globals));
  };
  Global hello = makeGlobal(".str", {'h', 'i', 0}, true, true), other = makeGlobal(".str", {'o', 'h', 0}, true, true);
  Global renamed = hello;
  renamed.name = ".str.1";
  EXPECT_TRUE(findChanges(make({hello}, 0), make({other, renamed}, 1)).functions[0].sameDeep);
  EXPECT_FALSE(findChanges(make({hello}, 0), make({other, renamed}, 0)).functions[0].sameCode);
  // Two objects of one content stay two objects.
  EXPECT_FALSE(findChanges(make({hello, renamed}, 0), make({hello, renamed}, 1)).functions[0].sameCode);
  // A variable of that content is not a literal.
  Global variable = hello;
  variable.constant = false;
  EXPECT_FALSE(findChanges(make({hello}, 0), make({variable}, 0)).functions[0].sameDeep);
}

TEST(Changes, WhatIsNotSupportedIsNeverTheSame) {
  auto make = [] {
    FunctionBuilder b("f", 1);
    b.unsupported();
    b.ret(b.parameter(0));
    return programOf({b.take()});
  };
  Changes c = findChanges(make(), make());
  EXPECT_FALSE(c.functions[0].sameCode);
  EXPECT_FALSE(c.functions[0].sameDeep);
}

TEST(Changes, ExchangedParameterNamesAreAChange) {
  Function f = straight(Op::Add, 1), g = straight(Op::Add, 1);
  std::swap(g.sourceParameters[0], g.sourceParameters[1]);
  Changes c = findChanges(programOf({f}), programOf({g}));
  EXPECT_FALSE(c.functions[0].sameDeep);
  EXPECT_EQ(markedCount(c.marks.after[0]), 3u);
  Function renamed = straight(Op::Add, 1);
  renamed.sourceParameters[0].name = "q";
  EXPECT_TRUE(findChanges(programOf({f}), programOf({renamed})).functions[0].sameDeep);
}

TEST(Changes, AHarnessTellsWhichInputIsWhich) {
  Function f = straight(Op::Add, 1), g = straight(Op::Add, 1);
  f.inputKeys = {"a", "b"};
  g.inputKeys = {"b", "a"};
  Changes c = findChanges(programOf({f}), programOf({g}));
  EXPECT_FALSE(c.functions[0].sameDeep);
  EXPECT_EQ(markedCount(c.marks.after[0]), 3u);
  g.inputKeys = {"a", "b"};
  EXPECT_TRUE(findChanges(programOf({f}), programOf({g})).functions[0].sameDeep);
}

TEST(Changes, AResultThatMeansSomethingElseMarksTheReturn) {
  auto make = [](bool isSigned) {
    Function f = straight(Op::Add, 1);
    f.hasSourceSignature = true;
    f.sourceParameters.clear();
    f.sourceResult = program::SourceTypeId(0);
    Program result = programOf({f});
    program::SourceType number;
    number.kind = program::SourceKind::Int;
    number.sizeBytes = 4;
    number.isSigned = isSigned;
    result.sourceTypes = {number};
    return result;
  };
  Changes c = findChanges(make(true), make(false));
  EXPECT_TRUE(c.functions[0].sameCode);
  EXPECT_FALSE(c.functions[0].sameDeep);
  EXPECT_EQ(c.marks.after[0].instructions, (std::vector<uint32_t>{0, 0, 1}));
  EXPECT_EQ(c.marks.before[0].instructions, (std::vector<uint32_t>{0, 0, 1}));
  EXPECT_TRUE(findChanges(make(true), make(true)).functions[0].sameDeep);
}

TEST(Changes, AnotherSignatureMarksBothWhole) {
  FunctionBuilder wide("f", 2, Type::integer(64));
  wide.ret(wide.binary(Op::Add, wide.parameter(0), wide.parameter(1)));
  FunctionBuilder narrow("f", 2);
  narrow.ret(narrow.binary(Op::Add, narrow.parameter(0), narrow.parameter(1)));
  Changes c = findChanges(programOf({wide.take()}), programOf({narrow.take()}));
  EXPECT_EQ(markedCount(c.marks.before[0]), 2u);
  EXPECT_EQ(markedCount(c.marks.after[0]), 2u);
  EXPECT_EQ(c.changes.size(), 1u);
}

TEST(Changes, BothHalvesOfAWideConstantCount) {
  auto make = [](uint64_t high) {
    FunctionBuilder b("f", 0, Type::integer(128));
    Operand low = b.constant({Constant::Kind::Bits, Type::integer(128), 1, 0});
    b.constant({Constant::Kind::Bits, Type::integer(128), high, 0});
    b.ret(low);
    return programOf({b.take()});
  };
  EXPECT_TRUE(findChanges(make(1), make(1)).functions[0].sameCode);
  EXPECT_FALSE(findChanges(make(1), make(2)).functions[0].sameCode);
}

TEST(Changes, OtherConstructorsMakeEverythingSuspect) {
  Program before = programOf({leaf("f", 1), leaf("construct", 1)});
  Program after = programOf({leaf("f", 1), leaf("construct", 2)});
  before.constructors = after.constructors = {FunctionId(1)};
  Changes c = findChanges(before, after);
  EXPECT_FALSE(c.functions[0].sameDeep);
  EXPECT_GT(markedCount(c.marks.after[0]), 0u);
  Changes same = findChanges(before, before);
  EXPECT_TRUE(same.functions[0].sameDeep);
  EXPECT_TRUE(same.changes.empty());
}

TEST(Changes, AnExternalFunctionMayCallTheFunctionItIsGiven) {
  auto make = [](uint64_t n) {
    FunctionBuilder user("user", 0);
    user.ret(user.call(FunctionId(1), {user.address(FunctionId(2))}));
    return programOf({user.take(), declare("qsort", {Type::pointer()}), leaf("order", n)});
  };
  EXPECT_FALSE(findChanges(make(1), make(2)).functions[0].sameDeep);
  EXPECT_TRUE(findChanges(make(1), make(1)).functions[0].sameDeep);
}

}  // namespace
}  // namespace cleave::change
