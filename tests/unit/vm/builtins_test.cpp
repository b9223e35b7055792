#include <cmath>

#include "straight_line.h"

namespace cleave::vm::test {
namespace {

auto runOf(StraightLine& b) { return Fixture(b.finish()).concrete(); }

TEST(Heap, ReallocKeepsTheContentsAndEndsTheOld) {
  StraightLine b;
  const Operand old = b.call("malloc", {ptr}, {i64}, {b.bits(i64, 4)});
  b.store(i32, b.bits(i32, 99), old);
  const Operand grown = b.call("realloc", {ptr}, {ptr, i64}, {old, b.bits(i64, 100)});
  b.store(i32, b.bits(i32, 1), b.at(grown, 96));
  b.ret({b.load(i32, grown)}, {i32});
  const auto run = runOf(b);
  ASSERT_EQ(run.outcome.kind, OutcomeKind::Returned) << run.outcome.reason;
  EXPECT_EQ(run.cells[0].bits, 99u);

  StraightLine c;
  const Operand dangling = c.call("malloc", {ptr}, {i64}, {c.bits(i64, 4)});
  c.call("realloc", {ptr}, {ptr, i64}, {dangling, c.bits(i64, 4)});
  c.ret({c.load(i32, dangling)}, {i32});
  EXPECT_EQ(runOf(c).outcome.trap, TrapKind::UseAfterFree);
}

TEST(Heap, CallocIsZeroAndMallocIsNot) {
  StraightLine b;
  b.ret({b.load(i64, b.call("calloc", {ptr}, {i64, i64}, {b.bits(i64, 2), b.bits(i64, 4)}))}, {i64});
  EXPECT_EQ(runOf(b).cells[0].bits, 0u);
  StraightLine c;
  c.ret({c.load(i64, c.call("malloc", {ptr}, {i64}, {c.bits(i64, 8)}))}, {i64});
  EXPECT_EQ(runOf(c).outcome.trap, TrapKind::Uninitialised);
}

TEST(Heap, BadFrees) {
  for (int kind = 0; kind < 4; ++kind) {
    StraightLine b;
    const Operand heap = b.call("malloc", {ptr}, {i64}, {b.bits(i64, 8)});
    const Operand pointers[] = {b.stack(8), b.at(heap, 4), heap, b.bits(ptr, 0)};
    b.call("free", {}, {ptr}, {pointers[kind]});
    b.call("free", {}, {ptr}, {pointers[kind]});
    b.ret({}, {});
    const auto run = runOf(b);
    if (kind == 3) {
      EXPECT_EQ(run.outcome.kind, OutcomeKind::Returned);
    } else {
      EXPECT_EQ(run.outcome.kind, OutcomeKind::Trapped);
      EXPECT_EQ(run.outcome.trap, TrapKind::BadFree);
    }
  }
}

TEST(Heap, SymbolicSizeStaysOpen) {
  StraightLine b;
  const Operand n = b.parameter(i64);
  const Operand heap = b.call("malloc", {ptr}, {i64}, {n});
  b.store(i8, b.bits(i8, 3), b.at(heap, 5));
  b.ret({}, {});
  Fixture fixture(b.finish());
  const auto run = fixture.symbolic({6});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Returned);
  EXPECT_FALSE(fixture.satisfies(run, {5}));  // the byte does not fit
  EXPECT_TRUE(fixture.satisfies(run, {7}));   // nothing else hangs on the size
  EXPECT_TRUE(fixture.satisfies(run, {4000}));
  EXPECT_FALSE(fixture.satisfies(run, {uint64_t{1} << 40}));  // of these a run has the first part alone
  EXPECT_FALSE(fixture.satisfies(run, {UINT64_MAX}));         // these fail
  EXPECT_EQ(fixture.symbolic({5}).outcome.kind, OutcomeKind::Trapped);
}

TEST(Ends, AbortAssertExit) {
  StraightLine b;
  b.call("abort", {}, {}, {});
  b.ret({}, {});
  EXPECT_EQ(runOf(b).outcome.trap, TrapKind::Abort);

  StraightLine c;
  const Operand text = c.global(c.addText("text", "x > 0"));
  c.call("__assert_fail", {}, {ptr, ptr, i32, ptr}, {text, text, c.bits(i32, 3), text});
  c.ret({}, {});
  EXPECT_EQ(runOf(c).outcome.trap, TrapKind::FailedAssert);

  StraightLine d;
  d.call("exit", {}, {i32}, {d.bits(i32, 0x103)});
  d.ret({}, {});
  const auto run = runOf(d);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Exited);
  EXPECT_EQ(run.cells[0].bits, 3u);
}

TEST(Names, AFunctionOfOtherTypesIsSomebodyElses) {
  StraightLine b;
  b.call("log", {}, {i32}, {b.bits(i32, 3)});  // not the one of <math.h>
  b.ret({}, {});
  const auto run = runOf(b);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Unfinished);
  EXPECT_NE(run.outcome.reason.find("no model for the function log"), std::string::npos);
}

TEST(Math, SqrtStaysSymbolicAndSinIsFixed) {
  StraightLine b;
  const Operand x = b.parameter(f64);
  b.ret({b.call("sqrt", {f64}, {f64}, {x}), b.call("sin", {f64}, {f64}, {x})}, {f64, f64});
  Fixture fixture(b.finish());
  const auto run = fixture.symbolic({bitsOf(2.0)});
  ASSERT_EQ(run.cells.size(), 2u);
  EXPECT_EQ(run.cells[0].bits, bitsOf(std::sqrt(2.0)));
  EXPECT_EQ(run.cells[1].bits, bitsOf(std::sin(2.0)));
  EXPECT_EQ(expr::evaluate(fixture.pool, run.cells[0].expr, {bitsOf(9.0)}), bitsOf(3.0));
  EXPECT_FALSE(run.cells[1].expr.valid());
  EXPECT_FALSE(fixture.satisfies(run, {bitsOf(2.5)}));
}

// --- variable arguments: a function that reads them as clang's va_arg does, and vsnprintf

// int callee(int n, ...): the sum of the first two 32-bit arguments and a 64-bit one, read from the overflow area.
Function sumOfThree() {
  StraightLine b;
  b.function().name = b.function().display = "callee";
  b.parameter(i32);
  b.function().variadic = true;
  const Operand list = b.stack(24);
  b.plain(Op::VaStart, list);
  const Operand copy = b.stack(24);
  b.plain(Op::VaCopy, copy, list);
  const auto next = [&](Type type) {
    const Operand area = b.load(ptr, b.at(copy, 8));
    b.store(ptr, b.at(area, 8), b.at(copy, 8));
    return b.load(type, area);
  };
  const Operand first = next(i32);
  const Operand second = next(i32);
  const Operand sum = b.op(Op::Add, i64, b.cast(Op::SExt, i32, i64, b.op(Op::Add, i32, first, second)), next(i64));
  const Operand used = b.load(i32, list);  // gp_offset: all registers used
  b.plain(Op::VaEnd, list);
  b.ret({b.op(Op::Mul, i64, sum, b.cast(Op::ZExt, i32, i64, used))}, {i64});
  return b.finish().functions[0];
}

TEST(Varargs, AreReadFromTheOverflowArea) {
  StraightLine b;
  const Operand x = b.parameter(i32);
  b.ret({b.call("callee", {i64}, {i32, i32, i32, i64}, {b.bits(i32, 3), x, b.bits(i32, 5), b.bits(i64, uint64_t{1} << 40)}, 1)}, {i64});
  b.finish();
  b.program.functions[1] = sumOfThree();
  Fixture fixture(b.program);
  const auto run = fixture.symbolic({10});
  ASSERT_EQ(run.outcome.kind, OutcomeKind::Returned) << run.outcome.reason;
  EXPECT_EQ(run.cells[0].bits, 48 * ((uint64_t{1} << 40) + 15));
  EXPECT_TRUE(run.decisions.empty());
  for (const uint32_t other : {0u, 4000000000u}) {
    const std::vector<U128> input{other};
    expectSameCells(fixture.pool, run, fixture.concrete(input), input);
  }
}

// int callee(char* buffer, ...): vsnprintf(buffer, 20, "%d %s %.1f", arguments)
Function formatIt(GlobalId format) {
  StraightLine b;
  b.function().name = b.function().display = "callee";
  const Operand buffer = b.parameter(ptr);
  b.function().variadic = true;
  const Operand list = b.stack(24);
  b.plain(Op::VaStart, list);
  // vsnprintf is function 2 of the program that this goes to
  b.declare("pad", {}, {}, UINT32_MAX);
  const Operand count = b.call("vsnprintf", {i32}, {ptr, i64, ptr, ptr}, {buffer, b.bits(i64, 20), b.global(format), list});
  b.ret({count}, {i32});
  return b.finish().functions[0];
}

TEST(Varargs, ReachVsnprintf) {
  StraightLine b;
  const GlobalId format = b.addText("format", "%d %s %.1f");
  const Operand text = b.global(b.addText("text", "abc"));
  const Operand buffer = b.stack(20);
  const Operand count = b.call("callee", {i32}, {ptr, i32, ptr, f64}, {buffer, b.bits(i32, 17), text, b.bits(f64, bitsOf(0.5))}, 1);
  b.declare("vsnprintf", {i32}, {ptr, i64, ptr, ptr}, UINT32_MAX);
  b.call("puts", {i32}, {ptr}, {buffer});
  b.ret({count}, {i32});
  b.finish();
  b.program.functions[1] = formatIt(format);
  Fixture fixture(b.program);
  const auto run = fixture.concrete();
  ASSERT_EQ(run.outcome.kind, OutcomeKind::Returned) << run.outcome.reason;
  EXPECT_EQ(concreteText(run.output[0]), "17 abc 0.5\n");
  EXPECT_EQ(run.cells[0].bits, 10u);
}

}  // namespace
}  // namespace cleave::vm::test
