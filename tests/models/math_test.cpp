// The exact functions of <math.h>, on random arguments. On all special ones, with the bits of NaNs and what the VM computes itself:
// programs/special_floats.c.
#include <cmath>

#include "model_test.h"

extern "C" {
#define DOUBLE(name)                   \
  double model_##name(double, double); \
  float model_##name##f(float, float);
DOUBLE(copysign)
DOUBLE(fmin)
DOUBLE(fmax)
DOUBLE(fdim)
long model_lround(double);
long long model_llroundf(float);
long model_lrint(double);
long long model_llrintf(float);
double model_modf(double, double*);
float model_modff(float, float*);
double model_frexp(double, int*);
float model_frexpf(float, int*);
double model_ldexp(double, int);
float model_ldexpf(float, int);
double model_scalbn(double, int);
double model_scalbln(double, long);
int model___isnan(double);
int model___isinf(double);
int model___finite(double);
int model___fpclassify(double);
int model___fpclassifyf(float);
int model___signbit(double);
int model___isinff(float);
int __fpclassify(double) noexcept;
int __fpclassifyf(float) noexcept;
}

namespace cleave::modeltest {
namespace {

// All NaNs are one value; zeros have a sign.
template <class T>
std::string shown(T value) {
  return std::isnan(value) ? "nan" : testing::PrintToString(value) + (std::signbit(value) ? " negative" : "");
}

float single(Draw& draw) {
  if (draw.chance(60)) return static_cast<float>(draw.real());
  const auto pattern = static_cast<uint32_t>(draw.bits());
  float value;
  std::memcpy(&value, &pattern, sizeof value);
  return value;
}

TEST(Mathematics, OfTwo) {
  Draw draw(1);
  for (int i = 0; i < kCalls && !testing::Test::HasFatalFailure(); ++i) {
    const double x = draw.real(), y = draw.chance(10) ? x : draw.real();
    const float xf = single(draw), yf = single(draw);
    const std::string what = shown(x) + ", " + shown(y);
    ASSERT_EQ(shown(std::copysign(x, y)), shown(model_copysign(x, y))) << what;
    ASSERT_EQ(shown(::copysignf(xf, yf)), shown(model_copysignf(xf, yf)));
    using Of = double (*)(double, double);
    for (const auto& [real, model] : {std::pair<Of, Of>{::fmin, model_fmin}, {::fmax, model_fmax}})
      expectSame([&, r = real, o = model](bool m) { return shown(hidden(m ? o : r)(x, y)); }, what);
    expectSame([&](bool m) { return shown(hidden(m ? model_fminf : ::fminf)(xf, yf)); }, shown(xf) + ", " + shown(yf));
    expectSame([&](bool m) { return shown(hidden(m ? model_fmaxf : ::fmaxf)(xf, yf)); }, shown(xf) + ", " + shown(yf));
    expectSame([&](bool m) { return shown(hidden(m ? model_fdim : static_cast<double (*)(double, double)>(::fdim))(x, y)); }, what);
    expectSame([&](bool m) { return shown(hidden(m ? model_fdimf : ::fdimf)(xf, yf)); }, shown(xf) + ", " + shown(yf));
  }
}

TEST(Mathematics, Parts) {
  Draw draw(2);
  for (int i = 0; i < kCalls && !testing::Test::HasFatalFailure(); ++i) {
    const double x = draw.real();
    const float xf = single(draw);
    double wholeA, wholeB;
    float wholeAf, wholeBf;
    int a = 0, b = 0;
    ASSERT_EQ(shown(std::modf(x, &wholeA)), shown(model_modf(x, &wholeB))) << shown(x);
    ASSERT_EQ(shown(wholeA), shown(wholeB)) << shown(x);
    ASSERT_EQ(shown(::modff(xf, &wholeAf)), shown(model_modff(xf, &wholeBf))) << shown(xf);
    ASSERT_EQ(shown(wholeAf), shown(wholeBf)) << shown(xf);
    ASSERT_EQ(shown(std::frexp(x, &a)), shown(model_frexp(x, &b))) << shown(x);
    ASSERT_EQ(a, b) << shown(x);
    ASSERT_EQ(shown(::frexpf(xf, &a)), shown(model_frexpf(xf, &b))) << shown(xf);
    ASSERT_EQ(a, b) << shown(xf);
  }
}

TEST(Mathematics, Powers) {
  Draw draw(3);
  for (int i = 0; i < kCalls && !testing::Test::HasFatalFailure(); ++i) {
    const double x = draw.real();
    const float xf = single(draw);
    const int n = draw.chance(10) ? static_cast<int>(draw.integer()) : static_cast<int>(draw.below(4400)) - 2200;
    const int m = draw.chance(50) ? n : n / 10;
    const std::string what = shown(x) + ", " + std::to_string(n);
    using Scale = double (*)(double, int);
    using ScaleLong = double (*)(double, long);
    expectSame([&](bool model) { return shown(hidden(model ? model_ldexp : static_cast<Scale>(::ldexp))(x, n)); }, what);
    expectSame([&](bool model) { return shown(hidden(model ? model_scalbn : static_cast<Scale>(::scalbn))(x, m)); }, what);
    expectSame([&](bool model) { return shown(hidden(model ? model_scalbln : static_cast<ScaleLong>(::scalbln))(x, n)); }, what);
    expectSame([&](bool model) { return shown(hidden(model ? model_ldexpf : ::ldexpf)(xf, m)); }, shown(xf) + ", " + std::to_string(m));
  }
}

TEST(Mathematics, RoundedToIntegers) {
  Draw draw(4);
  for (int i = 0; i < kCalls; ++i) {
    const double x = std::fmod(draw.real(), 1e15);
    if (std::isnan(x)) continue;
    const auto xf = static_cast<float>(x);
    ASSERT_EQ(std::lround(x), model_lround(x)) << x;
    ASSERT_EQ(std::lrint(x), model_lrint(x)) << x;
    ASSERT_EQ(::llroundf(xf), model_llroundf(xf)) << xf;
    ASSERT_EQ(::llrintf(xf), model_llrintf(xf)) << xf;
  }
}

TEST(Mathematics, Classes) {
  Draw draw(5);
  for (int i = 0; i < kCalls; ++i) {
    const double x = draw.real();
    const float xf = single(draw);
    ASSERT_EQ(std::isnan(x), model___isnan(x) != 0);
    ASSERT_EQ(std::isinf(x) ? x > 0 ? 1 : -1 : 0, model___isinf(x));
    ASSERT_EQ(std::isinf(xf) ? xf > 0 ? 1 : -1 : 0, model___isinff(xf));
    ASSERT_EQ(std::isfinite(x), model___finite(x) != 0);
    ASSERT_EQ(std::signbit(x), model___signbit(x) != 0);
    ASSERT_EQ(::__fpclassify(x), model___fpclassify(x)) << x;
    ASSERT_EQ(::__fpclassifyf(xf), model___fpclassifyf(xf)) << xf;
  }
}

}  // namespace
}  // namespace cleave::modeltest
