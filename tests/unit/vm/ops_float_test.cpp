// Floats and their casts, against what the processor and clang's code for it do.
#include <gtest/gtest.h>

#include <emmintrin.h>

#include <cmath>

#include "machine_fixture.h"
#include "random_program.h"

namespace cleave::vm::test {
namespace {

struct Single {
  ProgramBuilder builder;
  FunctionBuilder f{"f"};
  std::unique_ptr<MachineFixture> fixture;
  Typed result;
  void finish(Operand operand, Type type) {
    result = {operand, type};
    f.giveBack({});
    const FunctionId entry = builder.add(f);
    fixture = std::make_unique<MachineFixture>(builder.program(), entry);
  }
  U128 bits(const expr::Assignment& input) {
    const vm::Run run = fixture->run(input, Mode::Concrete);
    EXPECT_EQ(run.outcome.kind, OutcomeKind::Returned) << run.outcome.reason;
    return fixture->value(result).bits;
  }
};

const double kDoubles[] = {0.0,
                           -0.0,
                           0.9,
                           -0.9,
                           1.0,
                           -1.0,
                           126.7,
                           127.9,
                           128.0,
                           -128.9,
                           -129.0,
                           255.9,
                           256.0,
                           32768.0,
                           -1e5,
                           1e5,
                           2147483647.5,
                           2147483648.0,
                           -2147483648.9,
                           -2147483649.0,
                           4294967295.9,
                           4294967296.0,
                           -1e10,
                           1e15,
                           9.2e18,
                           9.3e18,
                           -9.3e18,
                           1.8446744073709549e19,
                           1.8446744073709552e19,
                           1e30,
                           -1e30,
                           INFINITY,
                           -INFINITY,
                           NAN,
                           4.9e-324,
                           -1e-320};

TEST(OpsFloat, ToIntegersAsX86) {
  for (unsigned width : {8u, 16u, 32u, 64u}) {
    for (bool isSigned : {true, false}) {
      for (Type from : {kFloat, kDouble}) {
        Single s;
        const Operand x = s.f.parameter(from);
        s.finish(s.f.cast(isSigned ? Op::FPToSI : Op::FPToUI, from, integer(width), x), integer(width));
        for (double value : kDoubles) {
          if (from == kFloat) value = static_cast<float>(value);
          const uint64_t low = static_cast<uint32_t>(_mm_cvttsd_si32(_mm_set_sd(value)));
          const auto full = static_cast<uint64_t>(_mm_cvttsd_si64(_mm_set_sd(value)));
          const auto upper = static_cast<uint64_t>(_mm_cvttsd_si64(_mm_set_sd(value - 9223372036854775808.0)));
          uint64_t expected = width < 32 || (isSigned && width == 32) ? low : full;
          if (width == 64 && !isSigned) expected = full | (upper & static_cast<uint64_t>(static_cast<int64_t>(full) >> 63));
          const U128 input = from == kFloat ? bitsOf(static_cast<float>(value)) : bitsOf(value);
          EXPECT_TRUE(s.bits({input}) == truncateTo(expected, width)) << value << " to " << width << (isSigned ? " signed" : " unsigned");
        }
      }
    }
  }
}

// Every value of a range converts by one expression; the decision is the range.
TEST(OpsFloat, ToIntegerDecidesTheRange) {
  Single s;
  const Operand x = s.f.parameter(kDouble);
  s.finish(s.f.cast(Op::FPToSI, kDouble, kInt, x), kInt);
  vm::Run run = s.fixture->run({bitsOf(2.5)}, Mode::Symbolic);
  ASSERT_EQ(run.decisions.size(), 1u);
  EXPECT_TRUE(s.fixture->satisfies(run, {bitsOf(-2147483648.9)}));
  EXPECT_TRUE(s.fixture->satisfies(run, {bitsOf(2147483647.9)}));
  for (double outside : {2147483648.0, -2147483649.0, double{INFINITY}, double{NAN}})
    EXPECT_FALSE(s.fixture->satisfies(run, {bitsOf(outside)}));
  run = s.fixture->run({bitsOf(1e10)}, Mode::Symbolic);
  EXPECT_FALSE(s.fixture->shadow(s.result).expr.valid());
  EXPECT_TRUE(s.fixture->satisfies(run, {canonicalNan(64)}));
  EXPECT_FALSE(s.fixture->satisfies(run, {bitsOf(0.0)}));
}

struct Both : Single {
  explicit Both(Op op) {
    const Operand x = f.parameter(kDouble);
    const Operand y = f.parameter(kDouble);
    finish(f.op(op, kDouble, x, y), kDouble);
  }
};

// Those that the front end leaves to the VM: nobody knows which of two zeros it is.
TEST(OpsFloat, ZerosOfTwoSignsEndTheRun) {
  for (const Op op : {Op::FMinNum, Op::FMaxNum}) {
    Both s(op);
    for (const Mode mode : {Mode::Concrete, Mode::Symbolic}) {
      EXPECT_EQ(s.fixture->run({bitsOf(0.0), bitsOf(-0.0)}, mode).outcome.kind, OutcomeKind::Unfinished);
      EXPECT_EQ(s.fixture->run({bitsOf(-0.0), bitsOf(0.0)}, mode).outcome.kind, OutcomeKind::Unfinished);
      EXPECT_EQ(s.fixture->run({bitsOf(-0.0), bitsOf(-0.0)}, mode).outcome.kind, OutcomeKind::Returned);
    }
    const vm::Run run = s.fixture->run({bitsOf(1.0), bitsOf(2.0)}, Mode::Symbolic);
    EXPECT_TRUE(s.fixture->satisfies(run, {bitsOf(0.0), bitsOf(0.0)}));
    EXPECT_FALSE(s.fixture->satisfies(run, {bitsOf(0.0), bitsOf(-0.0)}));
  }
}

TEST(OpsFloat, Minima) {
  const auto run = [](Op op, double a, double b) { return doubleOf(Both(op).bits({bitsOf(a), bitsOf(b)})); };
  EXPECT_EQ(run(Op::FMinNum, NAN, 3.0), 3.0);
  EXPECT_EQ(run(Op::FMaxNum, 3.0, NAN), 3.0);
  EXPECT_TRUE(std::signbit(run(Op::FMinimum, 0.0, -0.0)));
  EXPECT_FALSE(std::signbit(run(Op::FMaximum, 0.0, -0.0)));
  EXPECT_TRUE(std::isnan(run(Op::FMinimum, 1.0, NAN)));
}

TEST(OpsFloat, SinglePrecisionRoundsOnce) {
  Single s;
  const Operand x = s.f.parameter(kFloat);
  const Operand y = s.f.parameter(kFloat);
  s.finish(s.f.op(Op::FAdd, kFloat, x, y), kFloat);
  EXPECT_TRUE(s.bits({bitsOf(16777216.0f), bitsOf(1.0f)}) == bitsOf(16777216.0f));
}

// The pattern of a NaN is not in its expression: where it shows, the input is fixed.
TEST(OpsFloat, BitsOfNan) {
  Single s;
  const Operand x = s.f.parameter(kDouble);
  s.finish(s.f.cast(Op::BitCast, kDouble, kLong, s.f.op(Op::FNeg, kDouble, x)), kLong);
  vm::Run run = s.fixture->run({canonicalNan(64)}, Mode::Symbolic);
  EXPECT_TRUE(s.fixture->value(s.result).bits == 0xfff8000000000000);
  EXPECT_FALSE(s.fixture->shadow(s.result).expr.valid());
  EXPECT_FALSE(s.fixture->satisfies(run, {bitsOf(1.0)}));
  run = s.fixture->run({bitsOf(1.0)}, Mode::Symbolic);
  EXPECT_TRUE(s.fixture->shadow(s.result).expr.valid());
  EXPECT_FALSE(s.fixture->satisfies(run, {canonicalNan(64)}));
  EXPECT_TRUE(s.fixture->satisfies(run, {bitsOf(-7.5)}));
}

// Two NaNs of different patterns are one to an expression; a choice between them is a decision.
TEST(OpsFloat, ChoiceBetweenNans) {
  Single s;
  const Operand c = s.f.parameter(kBool);
  const Operand one = s.f.constant(kDouble, 0x7ff8000000000000);
  const Operand other = s.f.constant(kDouble, 0xfff8000000000001);
  s.finish(s.f.op(Op::Select, kDouble, c, one, other), kDouble);
  const vm::Run run = s.fixture->run({1}, Mode::Symbolic);
  EXPECT_FALSE(s.fixture->satisfies(run, {0}));
}

TEST(OpsFloat, Classes) {
  for (int bit = 0; bit < 10; ++bit) {
    Single s;
    const Operand x = s.f.parameter(kFloat);
    s.finish(s.f.isClass(kFloat, x, 1 << bit), kBool);
    const U128 members[] = {0x7f800001, 0x7fc00000, 0xff800000, 0xbf800000, 0x80000001, 0x80000000, 0, 1, 0x3f800000, 0x7f800000};
    for (int k = 1; k < 10; ++k) {  // a signalling NaN is no input
      EXPECT_EQ(s.bits({members[k]}) != 0, k == bit) << bit << " " << k;
    }
  }
}

}  // namespace
}  // namespace cleave::vm::test
