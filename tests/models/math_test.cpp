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
#define LONG_DOUBLE(name) long double model_##name(long double, long double);
LONG_DOUBLE(copysignl)
LONG_DOUBLE(fminl)
LONG_DOUBLE(fmaxl)
LONG_DOUBLE(fdiml)
long double model_modfl(long double, long double*);
long double model_frexpl(long double, int*);
long double model_ldexpl(long double, int);
long double model_scalbnl(long double, int);
long double model_scalblnl(long double, long);
long model_lroundl(long double);
long long model_llrintl(long double);
int model___isnanl(long double);
int model___isinfl(long double);
int model___finitel(long double);
int model___fpclassifyl(long double);
int model___signbitl(long double);
int __fpclassifyl(long double) noexcept;
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

std::string shown(long double value) {
  char text[64] = "nan";
  if (!std::isnan(value)) std::snprintf(text, sizeof text, "%La", value);
  return text;
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

long double wide(Draw& draw) {
  if (draw.chance(40)) return draw.real();
  if (draw.chance(30)) return std::ldexp(static_cast<long double>(draw.bits() | 1ull << 63), static_cast<int>(draw.below(100)) - 16500);  // denormal, or near
  const uint64_t significand = draw.bits() | 1ull << 63, exponent = draw.bits();
  long double value = 0;
  std::memcpy(&value, &significand, 8);
  std::memcpy(reinterpret_cast<char*>(&value) + 8, &exponent, 2);
  return (exponent & 0x7fff) == 0 ? 0 : value;
}

TEST(Mathematics, LongDoubles) {
  Draw draw(6);
  for (int i = 0; i < kCalls && !testing::Test::HasFatalFailure(); ++i) {
    const long double x = wide(draw), y = draw.chance(10) ? x : draw.chance(10) ? -x : wide(draw);
    const std::string what = shown(x) + ", " + shown(y);
    using Of = long double (*)(long double, long double);
    const std::pair<Of, Of> ofTwo[] = {{::copysignl, model_copysignl}, {::fminl, model_fminl}, {::fmaxl, model_fmaxl}, {::fdiml, model_fdiml}};
    for (const auto& [real, model] : ofTwo) expectSame([&, r = real, o = model](bool m) { return shown(hidden(m ? o : r)(x, y)); }, what);
    long double wholeA = 0, wholeB = 0;
    int a = 0, b = 0;
    ASSERT_EQ(shown(::modfl(x, &wholeA)), shown(model_modfl(x, &wholeB))) << what;
    ASSERT_EQ(shown(wholeA), shown(wholeB)) << what;
    ASSERT_EQ(shown(::frexpl(x, &a)), shown(model_frexpl(x, &b))) << what;
    ASSERT_EQ(a, b) << what;
    const int n = draw.chance(10) ? static_cast<int>(draw.integer()) : static_cast<int>(draw.below(70000)) - 35000;
    using Scale = long double (*)(long double, int);
    for (const auto& [real, model] : {std::pair<Scale, Scale>{::ldexpl, model_ldexpl}, {::scalbnl, model_scalbnl}})
      expectSame([&, r = real, o = model](bool m) { return shown(hidden(m ? o : r)(x, n)); }, what + " " + std::to_string(n));
    expectSame([&](bool m) { return shown(hidden(m ? model_scalblnl : ::scalblnl)(x, n)); }, what + " " + std::to_string(n));
    ASSERT_EQ(std::isnan(x), model___isnanl(x) != 0) << what;
    ASSERT_EQ(std::isinf(x) ? x > 0 ? 1 : -1 : 0, model___isinfl(x)) << what;
    ASSERT_EQ(std::isfinite(x), model___finitel(x) != 0) << what;
    ASSERT_EQ(std::signbit(x), model___signbitl(x) != 0) << what;
    ASSERT_EQ(::__fpclassifyl(x), model___fpclassifyl(x)) << what;
    const long double small = std::fmod(x, 1e15L);
    if (std::isnan(small)) continue;
    ASSERT_EQ(std::lround(small), model_lroundl(small)) << what;
    ASSERT_EQ(std::llrint(small), model_llrintl(small)) << what;
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
