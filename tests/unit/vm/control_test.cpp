// Edges, decisions, calls, limits and ends of a run.
#include <gtest/gtest.h>

#include "machine_fixture.h"

namespace cleave::vm::test {
namespace {

struct Built {
  ProgramBuilder builder;
  FunctionBuilder f{"f"};
  std::unique_ptr<MachineFixture> make(const RunLimits& limits = {}) {
    const FunctionId entry = builder.add(f);
    return std::make_unique<MachineFixture>(builder.program(), entry, limits);
  }
};

TEST(Control, DivisionChecksAreDecisions) {
  Built b;
  const Operand x = b.f.parameter(kInt);
  const Operand y = b.f.parameter(kInt);
  b.f.op(Op::SDiv, kInt, x, y);
  b.f.giveBack({});
  auto fixture = b.make();
  vm::Run run = fixture->run({7, 2}, Mode::Symbolic);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Returned);
  ASSERT_EQ(run.decisions.size(), 2u);
  EXPECT_EQ(run.decisions[0].kind, DecisionKind::TrapCheck);
  EXPECT_TRUE(fixture->satisfies(run, {0x80000000, 5}));
  EXPECT_TRUE(fixture->satisfies(run, {1, 0xffffffff}));
  EXPECT_FALSE(fixture->satisfies(run, {1, 0}));
  EXPECT_FALSE(fixture->satisfies(run, {0x80000000, 0xffffffff}));
  run = fixture->run({7, 0}, Mode::Symbolic);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Trapped);
  EXPECT_EQ(run.outcome.trap, TrapKind::DivisionByZero);
  EXPECT_EQ(run.outcome.place, "test.c:1");
  EXPECT_TRUE(fixture->satisfies(run, {99, 0}));
  run = fixture->run({0x80000000, 0xffffffff}, Mode::Symbolic);
  EXPECT_EQ(run.outcome.trap, TrapKind::DivisionOverflow);
  EXPECT_FALSE(fixture->satisfies(run, {0x80000000, 1}));
}

TEST(Control, SwitchIsOneDecision) {
  Built b;
  const Operand x = b.f.parameter(kInt);
  const BlockIndex one = b.f.block(), two = b.f.block(), other = b.f.block();
  b.f.at(0);
  b.f.switchOn(kInt, x, {{5, one}, {3, two}, {9, one}}, other);
  for (BlockIndex block : {one, two, other}) {
    b.f.at(block);
    b.f.giveBack({});
  }
  auto fixture = b.make();
  vm::Run run = fixture->run({3}, Mode::Symbolic);
  ASSERT_EQ(run.decisions.size(), 1u);
  EXPECT_TRUE(fixture->machine().executed(FunctionId(size_t{0}), two));
  EXPECT_FALSE(fixture->machine().executed(FunctionId(size_t{0}), one));
  EXPECT_FALSE(fixture->satisfies(run, {5}));
  const uint64_t hash = run.pathHash;
  run = fixture->run({4}, Mode::Symbolic);
  ASSERT_EQ(run.decisions.size(), 1u);
  EXPECT_NE(run.pathHash, hash);
  EXPECT_TRUE(fixture->satisfies(run, {77}));
  for (unsigned member : {3u, 5u, 9u}) EXPECT_FALSE(fixture->satisfies(run, {member}));
}

// Phis of a block read before any writes: here two registers change places in every round.
TEST(Control, PhisSwap) {
  Built b;
  const Operand n = b.f.parameter(kInt);
  const BlockIndex head = b.f.block(), body = b.f.block(), after = b.f.block();
  b.f.at(0);
  b.f.jump(head);
  b.f.at(head);
  const Operand i = b.f.phi(kInt, {{0, b.f.constant(kInt, 0)}});
  const Operand x = b.f.phi(integer(100), {{0, b.f.constant(integer(100), (U128{1} << 90) + 1)}});
  const Operand y = b.f.phi(integer(100), {{0, b.f.constant(integer(100), 2)}});
  b.f.extendPhi(x, body, y);
  b.f.extendPhi(y, body, x);
  b.f.branch(b.f.compare(IntPredicate::ULt, kInt, i, n), body, after);
  b.f.at(body);
  b.f.extendPhi(i, body, b.f.op(Op::Add, kInt, i, b.f.constant(kInt, 1)));
  b.f.jump(head);
  b.f.at(after);
  b.f.giveBack({});
  auto fixture = b.make();
  fixture->run({3}, Mode::Concrete);
  EXPECT_TRUE(fixture->value({x, integer(100)}).bits == 2);
  EXPECT_TRUE(fixture->value({y, integer(100)}).bits == (U128{1} << 90) + 1);
}

TEST(Control, EqualLiteralsAreRecordedOnce) {
  Built b;
  const Operand x = b.f.parameter(kInt);
  for (int k = 0; k < 3; ++k) b.f.op(Op::UDiv, kInt, b.f.constant(kInt, 100), x);
  b.f.giveBack({});
  auto fixture = b.make();
  EXPECT_EQ(fixture->run({3}, Mode::Symbolic).decisions.size(), 1u);
  EXPECT_EQ(fixture->run({4}, Mode::Symbolic).decisions.size(), 1u);
  EXPECT_TRUE(fixture->run({3}, Mode::Concrete).decisions.empty());
}

TEST(Control, BranchOnUndefinedTraps) {
  Built b;
  b.f.parameter(kInt);
  const BlockIndex next = b.f.block();
  b.f.at(0);
  b.f.branch(b.f.compare(IntPredicate::Eq, kInt, b.f.undefined(kInt), b.f.constant(kInt, 0)), next, next);
  b.f.at(next);
  b.f.giveBack({});
  auto fixture = b.make();
  const vm::Run run = fixture->run({0}, Mode::Symbolic);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Trapped);
  EXPECT_EQ(run.outcome.trap, TrapKind::Uninitialised);
}

// --- limits

TEST(Control, StepLimit) {
  Built b;
  const BlockIndex loop = b.f.block();
  b.f.at(0);
  b.f.jump(loop);
  b.f.at(loop);
  b.f.jump(loop);
  RunLimits limits;
  limits.steps = 1000;
  auto fixture = b.make(limits);
  const vm::Run run = fixture->run({}, Mode::Concrete);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Unfinished);
  EXPECT_EQ(run.outcome.reason, "step limit of 1000");
  EXPECT_LE(run.steps, 1001u);
}

TEST(Control, DepthLimit) {
  ProgramBuilder builder;
  FunctionBuilder f("f");
  const Operand x = f.parameter(kInt);
  f.call(builder.next(), {{x, kInt}}, {});
  f.giveBack({});
  const FunctionId entry = builder.add(f);
  MachineFixture fixture(builder.program(), entry);
  const vm::Run run = fixture.run({1}, Mode::Symbolic);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Unfinished);
  EXPECT_EQ(run.outcome.reason, "call depth limit of 10000");
}

TEST(Control, TimeLimit) {
  Built b;
  const BlockIndex loop = b.f.block();
  b.f.at(0);
  b.f.jump(loop);
  b.f.at(loop);
  b.f.jump(loop);
  const FunctionId entry = b.builder.add(b.f);
  expr::ExprPool pool;
  RunLimits limits;
  limits.steps = uint64_t{1} << 50;
  Vm vm(b.builder.program(), pool, limits);
  const vm::Run run = vm.run({entry, {}}, {}, {}, Mode::Concrete, Budget(Seconds(0.05), nullptr));
  EXPECT_EQ(run.outcome.reason, "time limit");
}

// --- calls

TEST(Control, RecursionAndWideResults) {
  ProgramBuilder builder;
  FunctionBuilder g("power");  // power(n) = n == 0 ? 1 : 3 * power(n - 1), in 100 bits
  const Operand n = g.parameter(kInt);
  const BlockIndex end = g.block(), more = g.block();
  g.at(0);
  g.branch(g.compare(IntPredicate::Eq, kInt, n, g.constant(kInt, 0)), end, more);
  g.at(end);
  g.giveBack({{g.constant(integer(100), 1), integer(100)}});
  g.at(more);
  const Operand less = g.op(Op::Sub, kInt, n, g.constant(kInt, 1));
  const Operand rest = g.call(builder.next(), {{less, kInt}}, {integer(100)})[0];
  g.giveBack({{g.op(Op::Mul, integer(100), rest, g.constant(integer(100), 3)), integer(100)}});
  const FunctionId power = builder.add(g);
  FunctionBuilder f("f");
  const Operand x = f.parameter(kInt);
  const Typed result{f.call(power, {{x, kInt}}, {integer(100)})[0], integer(100)};
  f.giveBack({});
  const FunctionId entry = builder.add(f);
  MachineFixture fixture(builder.program(), entry);
  const vm::Run run = fixture.run({50}, Mode::Symbolic);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Returned);
  U128 expected = 1;
  for (int k = 0; k < 50; ++k) expected *= 3;
  EXPECT_TRUE(fixture.value(result).bits == truncateTo(expected, 100));
  EXPECT_FALSE(fixture.satisfies(run, {49}));
}

struct Indirect {
  ProgramBuilder builder;
  FunctionId twice, other;
  std::unique_ptr<MachineFixture> fixture;
  Typed result;

  // f(x): calls, through a pointer chosen by x, twice or other.
  Indirect() {
    FunctionBuilder g("twice");
    const Operand a = g.parameter(kInt);
    g.giveBack({{g.op(Op::Add, kInt, a, a), kInt}});
    twice = builder.add(g);
    FunctionBuilder h("other");
    h.parameter(kLong);
    h.giveBack({});
    other = builder.add(h);
  }
  Run run(U128 x) {
    FunctionBuilder f("f");
    const Operand p = f.parameter(kInt);
    const Operand isZero = f.compare(IntPredicate::Eq, kInt, p, f.constant(kInt, 0));
    const Operand isOne = f.compare(IntPredicate::Eq, kInt, p, f.constant(kInt, 1));
    const Operand target = f.op(Op::Select, kPointer, isZero, f.addressOf(other), f.addressOf(twice));
    const Operand orNull = f.op(Op::Select, kPointer, isOne, f.constant(kPointer, 0), target);
    result = {f.call({}, {{p, kInt}}, {kInt}, orNull)[0], kInt};
    f.giveBack({});
    const FunctionId entry = builder.add(f);
    fixture = std::make_unique<MachineFixture>(builder.program(), entry);
    return fixture->run({x}, Mode::Symbolic);
  }
};

TEST(Control, IndirectCalls) {
  Indirect indirect;
  vm::Run run = indirect.run(21);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Returned);
  EXPECT_TRUE(indirect.fixture->value(indirect.result).bits == 42);
  EXPECT_FALSE(indirect.fixture->satisfies(run, {0}));
  EXPECT_TRUE(indirect.fixture->satisfies(run, {5}));
  run = indirect.run(1);
  EXPECT_EQ(run.outcome.trap, TrapKind::BadCall);
  run = indirect.run(0);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Unfinished) << "a call with other types than the function's";
}

TEST(Control, FunctionsWithoutModelEndTheRun) {
  Built b;
  const FunctionId unknown = b.builder.declare("somebody_elses_function", {}, {});
  b.f.call(unknown, {}, {});
  b.f.giveBack({});
  auto fixture = b.make();
  const vm::Run run = fixture->run({}, Mode::Concrete);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Unfinished);
  EXPECT_EQ(run.outcome.reason, "no model for the function somebody_elses_function");
}

// The callee changes its own copy.
TEST(Control, StructsByValueAreCopied) {
  ProgramBuilder builder;
  const GlobalId global = builder.addGlobal("s", 16);
  FunctionBuilder g("change");
  const Operand p = g.parameter(kPointer);
  g.function().parameters[0].byValueSize = 16;
  g.store(kInt, g.constant(kInt, 7), p);
  g.giveBack({{g.load(kInt, p), kInt}});
  const FunctionId change = builder.add(g);
  FunctionBuilder f("f");
  const Operand x = f.parameter(kInt);
  f.store(kInt, x, f.addressOf(global));
  const Typed copy{f.call(change, {{f.addressOf(global), kPointer}}, {kInt})[0], kInt};
  const Typed original{f.load(kInt, f.addressOf(global)), kInt};
  f.giveBack({});
  const FunctionId entry = builder.add(f);
  MachineFixture fixture(builder.program(), entry);
  const vm::Run run = fixture.run({3}, Mode::Symbolic);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Returned);
  EXPECT_TRUE(fixture.value(copy).bits == 7);
  EXPECT_TRUE(fixture.value(original).bits == 3);
  EXPECT_TRUE(fixture.shadow(original).expr.valid());
}

// --- constructors

TEST(Control, ConstructorsRunOnceAndStay) {
  ProgramBuilder builder;
  const GlobalId global = builder.addGlobal("g", 4);
  FunctionBuilder c("constructor");
  c.store(kInt, c.op(Op::Add, kInt, c.load(kInt, c.addressOf(global)), c.constant(kInt, 1)), c.addressOf(global));
  c.giveBack({});
  builder.program().constructors.push_back(builder.add(c));
  FunctionBuilder f("f");
  const Operand x = f.parameter(kInt);
  const Typed before{f.load(kInt, f.addressOf(global)), kInt};
  f.store(kInt, x, f.addressOf(global));
  f.giveBack({});
  const FunctionId entry = builder.add(f);
  MachineFixture fixture(builder.program(), entry);
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(fixture.run({50}, Mode::Concrete).outcome.kind, OutcomeKind::Returned);
    EXPECT_TRUE(fixture.value(before).bits == 1);
  }
}

TEST(Control, FailedConstructorEndsEveryRun) {
  ProgramBuilder builder;
  FunctionBuilder c("constructor");
  c.unreachable();
  builder.program().constructors.push_back(builder.add(c));
  FunctionBuilder f("f");
  f.giveBack({});
  const FunctionId entry = builder.add(f);
  MachineFixture fixture(builder.program(), entry);
  const vm::Run run = fixture.run({}, Mode::Concrete);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Unfinished);
  EXPECT_NE(run.outcome.reason.find("constructor"), std::string::npos) << run.outcome.reason;
}

// --- addresses

struct Addresses {
  Built b;
  GlobalId g = b.builder.addGlobal("g", 16, 8), h = b.builder.addGlobal("h", 16, 8);
  std::unique_ptr<MachineFixture> fixture;
  Operand toInt(Operand p) { return b.f.cast(Op::PtrToInt, kPointer, kLong, p); }
  Operand cmp(IntPredicate p, Operand x, Operand y, Type type = kPointer) { return b.f.compare(p, type, x, y); }
  void finish() {
    b.f.giveBack({});
    fixture = b.make();
  }
  bool layout(Operand o, Type type = kBool) { return fixture->shadow({o, type}).addressDerived; }
  U128 bits(Operand o, Type type = kBool) { return fixture->value({o, type}).bits; }
};

TEST(Control, AddressesDoNotLeak) {
  Addresses a;
  FunctionBuilder& f = a.b.f;
  const Operand x = f.parameter(kLong);
  const Operand g0 = f.addressOf(a.g), g8 = f.addressOf(a.g, 8), g16 = f.addressOf(a.g, 16), h0 = f.addressOf(a.h),
                null = f.constant(kPointer, 0);
  const Operand distance = f.op(Op::Sub, kLong, a.toInt(g8), a.toInt(g0));
  const Operand apart = f.op(Op::Sub, kLong, a.toInt(h0), a.toInt(g0));
  const Operand low = f.op(Op::And, kLong, a.toInt(g8), f.constant(kLong, 7));
  const Operand page = f.op(Op::And, kLong, a.toInt(g8), f.constant(kLong, 4095));
  const Operand remainder = f.op(Op::URem, kLong, a.toInt(g8), f.constant(kLong, 8));
  const Operand tagged = f.op(Op::Or, kLong, a.toInt(g8), f.constant(kLong, 1));
  const Operand untagged = f.cast(Op::IntToPtr, kLong, kPointer, f.op(Op::And, kLong, tagged, f.constant(kLong, ~uint64_t{1})));
  const Operand back = a.cmp(IntPredicate::Eq, untagged, g8);
  const Operand order = a.cmp(IntPredicate::ULt, g0, g8);
  const Operand others = a.cmp(IntPredicate::ULt, g0, h0);
  const Operand same = a.cmp(IntPredicate::Eq, g8, h0);
  const Operand pastEnd = a.cmp(IntPredicate::Eq, g16, h0);
  const Operand isNull = a.cmp(IntPredicate::Eq, g8, null);
  const Operand isMinusOne = a.cmp(IntPredicate::Eq, g8, f.constant(kPointer, ~uint64_t{0}));
  const Operand nullNumber = f.op(Op::Add, kLong, a.toInt(null), x);
  const Operand forged = f.cast(Op::IntToPtr, kLong, kPointer, f.op(Op::And, kLong, x, f.constant(kLong, ~uint64_t{0})));
  const Operand meets = a.cmp(IntPredicate::Eq, forged, g0), isZero = a.cmp(IntPredicate::Eq, forged, null);
  a.finish();
  for (Mode mode : {Mode::Concrete, Mode::Symbolic}) {
    // The input happens to be the VM's address of g.
    a.fixture->run({addressOf(a.fixture->machine().memory().ofGlobal(a.g))}, mode);
    EXPECT_TRUE(!a.layout(distance, kLong) && a.bits(distance, kLong) == 8);
    EXPECT_TRUE(a.layout(apart, kLong));
    EXPECT_TRUE(!a.layout(low, kLong) && a.bits(low, kLong) == 0);
    EXPECT_TRUE(a.layout(page, kLong));
    EXPECT_FALSE(a.layout(remainder, kLong));
    EXPECT_TRUE(a.layout(tagged, kLong));
    EXPECT_TRUE(!a.layout(back) && a.bits(back) == 1);
    EXPECT_TRUE(!a.layout(order) && a.bits(order) == 1);
    EXPECT_TRUE(a.layout(others));
    EXPECT_TRUE(!a.layout(same) && a.bits(same) == 0);
    EXPECT_TRUE(a.layout(pastEnd));
    EXPECT_TRUE(!a.layout(isNull) && a.bits(isNull) == 0);
    EXPECT_TRUE(!a.layout(isMinusOne) && a.bits(isMinusOne) == 0);
    EXPECT_FALSE(a.layout(nullNumber, kLong));
    EXPECT_TRUE(a.layout(meets)) << "a number became a way into an object";
    EXPECT_TRUE(!a.layout(isZero) && a.bits(isZero) == 0);
  }
}

TEST(Control, BranchOnLayoutEndsUnfinished) {
  Addresses a;
  const BlockIndex next = a.b.f.block();
  a.b.f.at(0);
  a.b.f.branch(a.cmp(IntPredicate::ULt, a.b.f.addressOf(a.g), a.b.f.addressOf(a.h)), next, next);
  a.b.f.at(next);
  a.finish();
  const vm::Run run = a.fixture->run({}, Mode::Concrete);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Unfinished);
  EXPECT_NE(run.outcome.reason.find("where objects lie in memory"), std::string::npos);
}

}  // namespace
}  // namespace cleave::vm::test
