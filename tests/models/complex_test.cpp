// Products and quotients of complex numbers, and <complex.h>.
#include <array>

#include "model_test.h"

#pragma clang diagnostic ignored "-Wc99-extensions"

using Double = double _Complex;
using Float = float _Complex;
using LongDouble = long double _Complex;

extern "C" {
#define BOTH(name, type, part)                \
  type _Complex name(part, part, part, part); \
  type _Complex model_##name(part, part, part, part);
BOTH(__muldc3, double, double)
BOTH(__divdc3, double, double)
BOTH(__mulsc3, float, float)
BOTH(__divsc3, float, float)
BOTH(__mulxc3, long double, long double)
BOTH(__divxc3, long double, long double)
#define ONE(name)      \
  double name(Double); \
  double model_##name(Double);
ONE(creal)
ONE(cimag)
#define ONE_FLOAT(name) \
  float name(Float);    \
  float model_##name(Float);
ONE_FLOAT(crealf)
ONE_FLOAT(cimagf)
Double conj(Double);
Double model_conj(Double);
Float conjf(Float);
Float model_conjf(Float);
LongDouble conjl(LongDouble);
LongDouble model_conjl(LongDouble);
long double model_creall(LongDouble);
long double model_cimagl(LongDouble);
}

namespace cleave::modeltest {
namespace {

// NaNs are all one value.
template <class Part>
bool same(Part a, Part b) {
  return (a != a && b != b) || std::memcmp(&a, &b, sizeof a == 16 ? 10 : sizeof a) == 0;  // behind 80 bits stands anything
}

template <class Number>
testing::AssertionResult isSame(Number a, Number b) {
  if (same(__real__ a, __real__ b) && same(__imag__ a, __imag__ b)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << __real__ a << "," << __imag__ a << " and " << __real__ b << "," << __imag__ b;
}

void compare(double a, double b, double c, double d) {
  const auto text = testing::Message() << a << " " << b << " " << c << " " << d;
  const float p = static_cast<float>(a), q = static_cast<float>(b), r = static_cast<float>(c), s = static_cast<float>(d);
  ASSERT_TRUE(isSame(__muldc3(a, b, c, d), model___muldc3(a, b, c, d))) << text;
  ASSERT_TRUE(isSame(__divdc3(a, b, c, d), model___divdc3(a, b, c, d))) << text;
  ASSERT_TRUE(isSame(__mulsc3(p, q, r, s), model___mulsc3(p, q, r, s))) << text;
  ASSERT_TRUE(isSame(__divsc3(p, q, r, s), model___divsc3(p, q, r, s))) << text;
  // As far from one as a long double goes: squares of squares.
  const auto far = [](double x) { return static_cast<long double>(x) * x * x * x; };
  for (const auto& [k, l, m, n] : {std::array<long double, 4>{a, b, c, d}, {far(a), far(b), far(c), far(d)}, {far(a) * far(a), far(b), far(c) * far(c) * 16, far(d)}}) {
    ASSERT_TRUE(isSame(__mulxc3(k, l, m, n), model___mulxc3(k, l, m, n))) << text;
    ASSERT_TRUE(isSame(__divxc3(k, l, m, n), model___divxc3(k, l, m, n))) << text;
  }
}

TEST(ComplexNumbers, SpecialParts) {
  const double special[] = {0.0,
                            -0.0,
                            1,
                            -1,
                            __builtin_inf(),
                            -__builtin_inf(),
                            __builtin_nan(""),
                            5e-324,
                            2.2250738585072014e-308,
                            1.7976931348623157e308,
                            -1e300,
                            8.98846567431158e307,
                            2.220446049250313e-16,
                            3e-16,
                            1e-160,
                            1e150,
                            0.1};
  for (const double a : special)
    for (const double b : special)
      for (const double c : special)
        for (const double d : special) {
          compare(a, b, c, d);
          if (testing::Test::HasFatalFailure()) return;
        }
}

TEST(ComplexNumbers, AnyParts) {
  Draw draw(3);
  for (int i = 0; i < 10 * kCalls && !testing::Test::HasFatalFailure(); ++i) compare(draw.real(), draw.real(), draw.real(), draw.real());
}

TEST(ComplexNumbers, Functions) {
  Draw draw(4);
  for (int i = 0; i < kCalls; ++i) {
    Double z;
    __real__ z = draw.real();
    __imag__ z = draw.real();
    const Float f = static_cast<Float>(z);
    ASSERT_TRUE(same(creal(z), model_creal(z)));
    ASSERT_TRUE(same(cimag(z), model_cimag(z)));
    ASSERT_TRUE(same(crealf(f), model_crealf(f)));
    ASSERT_TRUE(same(cimagf(f), model_cimagf(f)));
    ASSERT_TRUE(isSame(conj(z), model_conj(z)));
    ASSERT_TRUE(isSame(conjf(f), model_conjf(f)));
    const LongDouble l = static_cast<LongDouble>(z);
    ASSERT_TRUE(isSame(conjl(l), model_conjl(l)));
    ASSERT_TRUE(same(__real__ l, model_creall(l)));
    ASSERT_TRUE(same(__imag__ l, model_cimagl(l)));
  }
}

}  // namespace
}  // namespace cleave::modeltest
