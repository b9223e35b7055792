// Integer operations against definitions that are written another way: by exact arithmetic on small widths, every operand; by bits on wide
// ones.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "machine_fixture.h"
#include "random_program.h"

namespace cleave::vm::test {
namespace {

int64_t signedOf(int64_t bits, unsigned w) { return (bits >> (w - 1)) & 1 ? bits - (int64_t{1} << w) : bits; }
int64_t wrap(int64_t value, unsigned w) { return value & ((int64_t{1} << w) - 1); }
int64_t clampSigned(int64_t value, unsigned w) {
  const int64_t most = (int64_t{1} << (w - 1)) - 1;
  return wrap(std::min(std::max(value, -most - 1), most), w);
}
int64_t clampUnsigned(int64_t value, unsigned w) { return std::min(std::max(value, int64_t{0}), (int64_t{1} << w) - 1); }
int64_t floorShift(int64_t value, int64_t count) { return value >> count; }

// Exact definitions on numbers; -1 where the operation traps.
using Definition = std::function<int64_t(int64_t a, int64_t b, unsigned w)>;
const std::map<Op, Definition>& definitions() {
  static const std::map<Op, Definition> all = {
      {Op::Add, [](int64_t a, int64_t b, unsigned w) { return wrap(a + b, w); }},
      {Op::Sub, [](int64_t a, int64_t b, unsigned w) { return wrap(a - b, w); }},
      {Op::Mul, [](int64_t a, int64_t b, unsigned w) { return wrap(a * b, w); }},
      {Op::UDiv, [](int64_t a, int64_t b, unsigned) { return b == 0 ? -1 : a / b; }},
      {Op::URem, [](int64_t a, int64_t b, unsigned) { return b == 0 ? -1 : a % b; }},
      {Op::SDiv,
       [](int64_t a, int64_t b, unsigned w) {
         return b == 0 ? int64_t{-1} : wrap(signedOf(a, w) / signedOf(b, w), w);  // these widths are none of the processor's: wraps
       }},
      {Op::SRem,
       [](int64_t a, int64_t b, unsigned w) {
         return b == 0 ? int64_t{-1} : wrap(signedOf(a, w) % signedOf(b, w), w);
       }},
      {Op::Shl, [](int64_t a, int64_t b, unsigned w) { return wrap(a << (b % w), w); }},
      {Op::LShr, [](int64_t a, int64_t b, unsigned w) { return a >> (b % w); }},
      {Op::AShr, [](int64_t a, int64_t b, unsigned w) { return wrap(floorShift(signedOf(a, w), b % w), w); }},
      {Op::And, [](int64_t a, int64_t b, unsigned) { return a & b; }},
      {Op::Or, [](int64_t a, int64_t b, unsigned) { return a | b; }},
      {Op::Xor, [](int64_t a, int64_t b, unsigned) { return a ^ b; }},
      {Op::SMin, [](int64_t a, int64_t b, unsigned w) { return wrap(std::min(signedOf(a, w), signedOf(b, w)), w); }},
      {Op::SMax, [](int64_t a, int64_t b, unsigned w) { return wrap(std::max(signedOf(a, w), signedOf(b, w)), w); }},
      {Op::UMin, [](int64_t a, int64_t b, unsigned) { return std::min(a, b); }},
      {Op::UMax, [](int64_t a, int64_t b, unsigned) { return std::max(a, b); }},
      {Op::SAddSat, [](int64_t a, int64_t b, unsigned w) { return clampSigned(signedOf(a, w) + signedOf(b, w), w); }},
      {Op::SSubSat, [](int64_t a, int64_t b, unsigned w) { return clampSigned(signedOf(a, w) - signedOf(b, w), w); }},
      {Op::SShlSat, [](int64_t a, int64_t b, unsigned w) { return clampSigned(signedOf(a, w) * (int64_t{1} << (b % w)), w); }},
      {Op::UAddSat, [](int64_t a, int64_t b, unsigned w) { return clampUnsigned(a + b, w); }},
      {Op::USubSat, [](int64_t a, int64_t b, unsigned w) { return clampUnsigned(a - b, w); }},
      {Op::UShlSat, [](int64_t a, int64_t b, unsigned w) { return clampUnsigned(a << (b % w), w); }},
      // of the overflow operations: the flag
      {Op::SAddOverflow,
       [](int64_t a, int64_t b, unsigned w) { return int64_t{clampSigned(signedOf(a, w) + signedOf(b, w), w) != wrap(a + b, w)}; }},
      {Op::SSubOverflow,
       [](int64_t a, int64_t b, unsigned w) { return int64_t{clampSigned(signedOf(a, w) - signedOf(b, w), w) != wrap(a - b, w)}; }},
      {Op::UAddOverflow, [](int64_t a, int64_t b, unsigned w) { return int64_t{a + b != wrap(a + b, w)}; }},
      {Op::USubOverflow, [](int64_t a, int64_t b, unsigned) { return int64_t{a < b}; }},
      {Op::UMulOverflow, [](int64_t a, int64_t b, unsigned w) { return int64_t{a * b != wrap(a * b, w)}; }},
      {Op::SMulOverflow,
       [](int64_t a, int64_t b, unsigned w) { return int64_t{signedOf(a, w) * signedOf(b, w) != signedOf(wrap(a * b, w), w)}; }},
      // one operand
      {Op::Abs, [](int64_t a, int64_t, unsigned w) { return wrap(std::abs(signedOf(a, w)), w); }},
      {Op::CtPop, [](int64_t a, int64_t, unsigned) { return int64_t{__builtin_popcountll(static_cast<uint64_t>(a))}; }},
      {Op::CtLz,
       [](int64_t a, int64_t, unsigned w) {
         int64_t n = 0;
         for (unsigned k = w; k-- > 0 && ((a >> k) & 1) == 0;) ++n;
         return n;
       }},
      {Op::CtTz,
       [](int64_t a, int64_t, unsigned w) {
         int64_t n = 0;
         for (unsigned k = 0; k < w && ((a >> k) & 1) == 0; ++k) ++n;
         return n;
       }},
      {Op::BitReverse,
       [](int64_t a, int64_t, unsigned w) {
         int64_t r = 0;
         for (unsigned k = 0; k < w; ++k) r |= ((a >> k) & 1) << (w - 1 - k);
         return r;
       }},
  };
  return all;
}

bool isOverflow(Op op) { return op >= Op::SAddOverflow && op <= Op::UMulOverflow; }

struct Case {
  std::unique_ptr<MachineFixture> fixture;
  Typed result;
};

Case caseOf(Op op, unsigned width) {
  ProgramBuilder program;
  FunctionBuilder f("f");
  const Type type = integer(width);
  const Operand a = f.parameter(type);
  const Operand b = f.parameter(type);
  Typed result;
  if (isOverflow(op)) {
    result = {f.overflow(op, type, a, b).second, kBool};
  } else {
    result = {f.op(op, type, a, b), type};
  }
  f.giveBack({});
  const FunctionId entry = program.add(f);
  return {std::make_unique<MachineFixture>(program.program(), entry), result};
}

TEST(OpsInt, EveryOperandOfSmallWidths) {
  for (const auto& [op, definition] : definitions()) {
    for (unsigned width : {1u, 2u, 3u, 4u, 5u}) {
      Case c = caseOf(op, width);
      for (int64_t a = 0; a < int64_t{1} << width; ++a) {
        for (int64_t b = 0; b < int64_t{1} << width; ++b) {
          const int64_t expected = definition(a, b, width);
          for (Mode mode : {Mode::Concrete, Mode::Symbolic}) {
            const expr::Assignment input = {static_cast<U128>(a), static_cast<U128>(b)};
            const vm::Run run = c.fixture->run(input, mode);
            const std::string what =
                std::string(program::opName(op)) + " " + std::to_string(a) + " " + std::to_string(b) + " of width " + std::to_string(width);
            ASSERT_TRUE(c.fixture->satisfies(run, input)) << what;
            ASSERT_EQ(run.outcome.kind == OutcomeKind::Trapped, expected < 0) << what;
            if (expected < 0) continue;
            ASSERT_EQ(static_cast<int64_t>(c.fixture->value(c.result).bits), expected) << what;
            const Shadow& shadow = c.fixture->shadow(c.result);
            if (mode == Mode::Symbolic && shadow.expr.valid()) {
              ASSERT_EQ(static_cast<int64_t>(expr::evaluate(c.fixture->pool(), shadow.expr, input)), expected) << what;
            }
          }
        }
      }
    }
  }
}

// Of 65 and more bits: the same laws as for the halves, in terms of operations that the compiler has.
TEST(OpsInt, WideOperations) {
  Random random(7);
  for (unsigned width : {65u, 100u, 127u, 128u}) {
    const Type type = integer(width);
    std::map<Op, Case> cases;
    for (Op op :
         {Op::Add, Op::Mul, Op::UDiv, Op::SDiv, Op::SRem, Op::AShr, Op::CtPop, Op::CtLz, Op::CtTz, Op::SMulOverflow, Op::UMulOverflow}) {
      cases.emplace(op, caseOf(op, width));
    }
    for (int round = 0; round < 300; ++round) {
      const U128 a = interestingBits(type, random);
      const U128 b = interestingBits(type, random);
      const auto result = [&](Op op) {
        Case& c = cases.at(op);
        const vm::Run run = c.fixture->run({a, b}, Mode::Concrete);
        EXPECT_EQ(run.outcome.kind, OutcomeKind::Returned);
        return c.fixture->value(c.result).bits;
      };
      const I128 sa = asSigned(a, width);
      const I128 sb = asSigned(b, width);
      EXPECT_TRUE(result(Op::Add) == truncateTo(a + b, width));
      EXPECT_TRUE(result(Op::Mul) == truncateTo(a * b, width));
      const bool overflows = sb == -1 && a == U128{1} << (width - 1);
      if (b != 0 && !overflows) {
        EXPECT_TRUE(result(Op::UDiv) == a / b);
        EXPECT_TRUE(result(Op::SDiv) == truncateTo(static_cast<U128>(sa / sb), width));
        EXPECT_TRUE(result(Op::SRem) == truncateTo(static_cast<U128>(sa % sb), width));
      }
      EXPECT_TRUE(result(Op::AShr) == truncateTo(static_cast<U128>(sa >> static_cast<unsigned>(b % width)), width));
      unsigned ones = 0, leading = 0, trailing = 0;
      for (unsigned k = 0; k < width; ++k) ones += static_cast<unsigned>(a >> k) & 1;
      for (unsigned k = width; k-- > 0 && ((a >> k) & 1) == 0;) ++leading;
      for (unsigned k = 0; k < width && ((a >> k) & 1) == 0; ++k) ++trailing;
      EXPECT_TRUE(result(Op::CtPop) == ones);
      EXPECT_TRUE(result(Op::CtLz) == leading);
      EXPECT_TRUE(result(Op::CtTz) == trailing);
      // Does the product, divided again, give the factor back?
      const U128 product = truncateTo(a * b, width);
      EXPECT_TRUE((result(Op::UMulOverflow) != 0) == (a != 0 && (product / a != b || (width == 128 && a > ~U128{0} / (b == 0 ? 1 : b)))));
      if (sa != 0 && !(sa == -1 && b == U128{1} << (width - 1))) {
        EXPECT_TRUE((result(Op::SMulOverflow) != 0) == (asSigned(product, width) / sa != sb || asSigned(product, width) % sa != 0))
            << width;
      }
    }
  }
}

TEST(OpsInt, Comparisons) {
  const auto holds = [](IntPredicate p, int64_t a, int64_t b, unsigned w) {
    const int64_t sa = signedOf(a, w), sb = signedOf(b, w);
    const bool table[] = {a == b, a != b, a<b, a <= b, a> b, a >= b, sa<sb, sa <= sb, sa> sb, sa >= sb};
    return table[static_cast<size_t>(p)];
  };
  for (unsigned width : {1u, 3u, 4u}) {
    for (unsigned p = 0; p < 10; ++p) {
      ProgramBuilder builder;
      FunctionBuilder f("f");
      const Operand a = f.parameter(integer(width));
      const Operand b = f.parameter(integer(width));
      const Typed result{f.compare(static_cast<IntPredicate>(p), integer(width), a, b), kBool};
      f.giveBack({});
      const FunctionId entry = builder.add(f);
      MachineFixture fixture(builder.program(), entry);
      for (int64_t x = 0; x < int64_t{1} << width; ++x) {
        for (int64_t y = 0; y < int64_t{1} << width; ++y) {
          const expr::Assignment input = {static_cast<U128>(x), static_cast<U128>(y)};
          const bool expected = holds(static_cast<IntPredicate>(p), x, y, width);
          fixture.run(input, Mode::Concrete);
          EXPECT_EQ(fixture.value(result).bits != 0, expected) << p << " " << x << " " << y;
          fixture.run(input, Mode::Symbolic);
          const expr::ExprId e = fixture.shadow(result).expr;
          ASSERT_TRUE(e.valid());
          EXPECT_EQ(expr::evaluate(fixture.pool(), e, input) != 0, expected) << p << " " << x << " " << y;
        }
      }
    }
  }
}

// --- undefined bits

struct MaskCase {
  ProgramBuilder builder;
  FunctionBuilder f{"f"};
  std::unique_ptr<MachineFixture> fixture;
  void finish() {
    f.giveBack({});
    const FunctionId entry = builder.add(f);
    fixture = std::make_unique<MachineFixture>(builder.program(), entry);
  }
  U128 undefinedOf(Operand o, Type type) { return fixture->shadow({o, type}).undefined; }
};

TEST(OpsInt, BitFieldsInUndefinedWords) {
  MaskCase c;
  const Operand word = c.f.undefined(kInt);
  const Operand value = c.f.parameter(kInt);
  const Operand cleared = c.f.op(Op::And, kInt, word, c.f.constant(kInt, 0xffffff0f));
  const Operand field = c.f.op(Op::Shl, kInt, c.f.op(Op::And, kInt, value, c.f.constant(kInt, 15)), c.f.constant(kInt, 4));
  const Operand written = c.f.op(Op::Or, kInt, cleared, field);
  const Operand left = c.f.op(Op::Shl, kInt, written, c.f.constant(kInt, 24));
  const Operand back = c.f.op(Op::AShr, kInt, left, c.f.constant(kInt, 28));
  const Operand swapped = c.f.op(Op::BSwap, kInt, written);
  const Operand sum = c.f.op(Op::Add, kInt, c.f.op(Op::And, kInt, word, c.f.constant(kInt, 0x100)), value);
  const Operand frozen = c.f.op(Op::Freeze, kInt, written);
  c.finish();
  for (Mode mode : {Mode::Concrete, Mode::Symbolic}) {
    const vm::Run run = c.fixture->run({9}, mode);
    EXPECT_EQ(run.outcome.kind, OutcomeKind::Returned);
    EXPECT_TRUE(run.decisions.empty());
    EXPECT_TRUE(c.undefinedOf(cleared, kInt) == 0xffffff0f);
    EXPECT_TRUE(c.undefinedOf(written, kInt) == 0xffffff0f);
    EXPECT_TRUE(c.undefinedOf(left, kInt) == 0x0f000000);
    EXPECT_TRUE(c.undefinedOf(back, kInt) == 0);
    EXPECT_TRUE(c.undefinedOf(swapped, kInt) == 0x0fffffff);
    EXPECT_TRUE(c.undefinedOf(sum, kInt) == 0xffffff00);
    EXPECT_TRUE(c.undefinedOf(frozen, kInt) == 0);
    EXPECT_TRUE(c.fixture->value({back, kInt}).bits == 0xfffffff9);
    EXPECT_TRUE(c.fixture->value({frozen, kInt}).bits == 0x90);
  }
}

// What an undefined value & x shows depends on x: the bits that matter are decided.
TEST(OpsInt, UndefinedMeetsSymbolic) {
  MaskCase c;
  const Operand x = c.f.parameter(integer(8));
  const Operand partly = c.f.op(Op::And, integer(8), c.f.undefined(integer(8)), c.f.constant(integer(8), 3));
  const Operand both = c.f.op(Op::And, integer(8), partly, x);
  c.finish();
  const vm::Run run = c.fixture->run({0xf4}, Mode::Symbolic);
  EXPECT_TRUE(c.undefinedOf(both, integer(8)) == 0);
  EXPECT_TRUE(c.fixture->satisfies(run, {0x0c}));
  EXPECT_FALSE(c.fixture->satisfies(run, {0x01}));
}

}  // namespace
}  // namespace cleave::vm::test
