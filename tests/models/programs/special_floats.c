// Every function of <math.h> and every operation on floats, on all combinations of special values: called by name, through a pointer, and
// with constant arguments. The bits of each result count, those of NaNs as well, and errno.
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const double doubles[] = {0.0,
                                 -0.0,
                                 0x1p-1074,
                                 -0x1p-1074,
                                 0x1.fffffffffffffp-1023,
                                 0x1p-1022,
                                 -0x1p-1022,
                                 0.1,
                                 0.5,
                                 -0.5,
                                 1,
                                 -1,
                                 1.5,
                                 -1.5,
                                 2,
                                 -2.5,
                                 3,
                                 700,
                                 800,
                                 -750,
                                 0x1p31,
                                 -0x1p31,
                                 0x1.0000000000001p52,
                                 0x1p63,
                                 -0x1p63,
                                 0x1p64,
                                 0x1.fffffffffffffp1023,
                                 -0x1.fffffffffffffp1023,
                                 INFINITY,
                                 -INFINITY,
                                 NAN,
                                 -NAN,
                                 __builtin_nans("1"),
                                 -__builtin_nans("2")};
static const float floats[] = {0.0f,
                               -0.0f,
                               0x1p-149f,
                               -0x1p-149f,
                               0x1.fffffcp-127f,
                               0x1p-126f,
                               -0x1p-126f,
                               0.1f,
                               0.5f,
                               -0.5f,
                               1,
                               -1,
                               1.5f,
                               -1.5f,
                               2,
                               -2.5f,
                               3,
                               80,
                               100,
                               -110,
                               0x1p31f,
                               -0x1p31f,
                               0x1.000002p23f,
                               0x1p63f,
                               -0x1p63f,
                               0x1p64f,
                               0x1.fffffep127f,
                               -0x1.fffffep127f,
                               INFINITY,
                               -INFINITY,
                               NAN,
                               -NAN,
                               __builtin_nansf("1"),
                               -__builtin_nansf("2")};
enum { count = sizeof doubles / sizeof *doubles };

static uint64_t hash;
static void mix(uint64_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15u ^ hash >> 29; }
static void mixDouble(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  mix(bits);
  mix((uint64_t)errno);
  errno = 0;
}
static void mixFloat(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  mix(bits);
  mix((uint64_t)errno);
  errno = 0;
}
static void mixInteger(long value) {
  mix((uint64_t)value);
  mix((uint64_t)errno);
  errno = 0;
}
static void line(const char* what, const char* how, int index) {
  printf("%s %s %d %016llx\n", what, how, index, (unsigned long long)hash);
  hash = 0;
}

#define ONE_AS(how, name, call, type, values, note) \
  for (int i = 0; i < count; i++) {                 \
    const type x = values[i];                       \
    note(call(x));                                  \
    line(name, how, i);                             \
  }
#define ONE(name)                                                             \
  static void all_##name(void) {                                              \
    double (*volatile pointer)(double) = name;                                \
    float (*volatile pointerf)(float) = name##f;                              \
    ONE_AS("", #name, name, double, doubles, mixDouble)                       \
    ONE_AS("through a pointer", #name, pointer, double, doubles, mixDouble)   \
    ONE_AS("", #name "f", name##f, float, floats, mixFloat)                   \
    ONE_AS("through a pointer", #name "f", pointerf, float, floats, mixFloat) \
  }

#define TWO_AS(how, name, call, type, values, note) \
  for (int i = 0; i < count; i++) {                 \
    const type x = values[i];                       \
    for (int j = 0; j < count; j++) {               \
      const type y = values[j];                     \
      note(call(x, y));                             \
    }                                               \
    line(name, how, i);                             \
  }
#define TWO(name)                                                             \
  static void all_##name(void) {                                              \
    double (*volatile pointer)(double, double) = name;                        \
    float (*volatile pointerf)(float, float) = name##f;                       \
    TWO_AS("", #name, name, double, doubles, mixDouble)                       \
    TWO_AS("through a pointer", #name, pointer, double, doubles, mixDouble)   \
    TWO_AS("", #name "f", name##f, float, floats, mixFloat)                   \
    TWO_AS("through a pointer", #name "f", pointerf, float, floats, mixFloat) \
  }

#define FUNCTIONS_OF_ONE(X)                                                                                                            \
  X(sqrt)                                                                                                                              \
  X(fabs) X(floor) X(ceil) X(trunc) X(round) X(rint) X(nearbyint) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) \
      X(asinh) X(acosh) X(atanh) X(exp) X(exp2) X(expm1) X(log) X(log2) X(log10) X(log1p) X(cbrt) X(erf) X(erfc) X(tgamma)
#define FUNCTIONS_OF_TWO(X) X(pow) X(atan2) X(fmod) X(hypot) X(remainder) X(nextafter) X(fmin) X(fmax) X(copysign) X(fdim)
FUNCTIONS_OF_ONE(ONE)
FUNCTIONS_OF_TWO(TWO)

// --- other signatures

static void integers(void) {
#define TO_INTEGER(name)                                                        \
  {                                                                             \
    long (*volatile pointer)(double) = (long (*)(double))name;                  \
    long (*volatile pointerf)(float) = (long (*)(float))name##f;                \
    ONE_AS("", #name, name, double, doubles, mixInteger)                        \
    ONE_AS("through a pointer", #name, pointer, double, doubles, mixInteger)    \
    ONE_AS("", #name "f", name##f, float, floats, mixInteger)                   \
    ONE_AS("through a pointer", #name "f", pointerf, float, floats, mixInteger) \
  }
  TO_INTEGER(lround)
  TO_INTEGER(llround)
  TO_INTEGER(lrint)
  TO_INTEGER(llrint)
#define CLASS(name)                                    \
  ONE_AS("", #name, name, double, doubles, mixInteger) \
  ONE_AS("of float", #name, name, float, floats, mixInteger)
#define isTrue(x) ((x) != 0)
#define signOf(x) isTrue(signbit(x))
#define nanOf(x) isTrue(isnan(x))
#define normalOf(x) isTrue(isnormal(x))
#define finiteOf(x) isTrue(isfinite(x))
  CLASS(signOf)
  CLASS(nanOf)
  CLASS(normalOf)
  CLASS(finiteOf)
  CLASS(isinf)
  CLASS(fpclassify)
}

static void parts(void) {
  static const int exponents[] = {0, 1, -1, 3, 52, -52, 1023, -1022, 1024, -1074, -1075, 2000, -2100, 2147483647, -2147483647 - 1};
  double (*volatile scale)(double, int) = ldexp;
  float (*volatile scalef)(float, int) = ldexpf;
  for (int i = 0; i < count; i++) {
    double whole;
    float wholef;
    int exponent = 0;
    mixDouble(frexp(doubles[i], &exponent));
    mixInteger(isfinite(doubles[i]) ? exponent : 0);
    mixFloat(frexpf(floats[i], &exponent));
    mixInteger(isfinite(floats[i]) ? exponent : 0);
    line("frexp", "", i);
    mixDouble(modf(doubles[i], &whole));
    mixDouble(whole);
    mixFloat(modff(floats[i], &wholef));
    mixFloat(wholef);
    line("modf", "", i);
    for (unsigned k = 0; k < sizeof exponents / sizeof *exponents; k++) {
      const int n = exponents[k];
      mixDouble(ldexp(doubles[i], n));
      mixDouble(scale(doubles[i], n));
      mixDouble(scalbn(doubles[i], n));
      mixDouble(scalbln(doubles[i], n));
      mixDouble(scalbln(doubles[i], n * 4294967297l));
      line("ldexp", "", n);
      mixFloat(ldexpf(floats[i], n));
      mixFloat(scalef(floats[i], n));
      mixFloat(scalbnf(floats[i], n));
      line("ldexpf", "", n);
    }
  }
}

static void fused(void) {
  double (*volatile pointer)(double, double, double) = fma;
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      for (int k = 0; k < count; k += 1 + (i + j) % 3) {
        mixDouble(fma(doubles[i], doubles[j], doubles[k]));
        mixFloat(fmaf(floats[i], floats[j], floats[k]));
        if (k % 4 == 0) mixDouble(pointer(doubles[i], doubles[j], doubles[k]));
      }
      line("fma", "", i * count + j);
    }
}

// --- operations

#define OPERATION(name, expression)                  \
  for (int i = 0; i < count; i++) {                  \
    for (int j = 0; j < count; j++) {                \
      {                                              \
        const double x = doubles[i], y = doubles[j]; \
        mixDouble(expression);                       \
      }                                              \
      const float x = floats[i], y = floats[j];      \
      mixFloat((float)(expression));                 \
      mixDouble(expression);                         \
    }                                                \
    line(name, "", i);                               \
  }
#define ORDER(name, expression)                      \
  for (int i = 0; i < count; i++) {                  \
    for (int j = 0; j < count; j++) {                \
      {                                              \
        const double x = doubles[i], y = doubles[j]; \
        mixInteger(expression);                      \
      }                                              \
      const float x = floats[i], y = floats[j];      \
      mixInteger(expression);                        \
    }                                                \
    line(name, "", i);                               \
  }
#define CONVERSION(type)                \
  for (int i = 0; i < count; i++) {     \
    mixInteger((long)(type)doubles[i]); \
    mixInteger((long)(type)floats[i]);  \
    line("to " #type, "", i);           \
  }
static void operations(void) {
  OPERATION("+", x + y)
  OPERATION("-", x - y)
  OPERATION("*", x * y)
  OPERATION("/", x / y)
  OPERATION("negated", -x)
  OPERATION("?:", x < y ? x : y)
  OPERATION("least", __builtin_elementwise_min(x, y))
  OPERATION("most", __builtin_elementwise_max(x, y))
  OPERATION("!", !x ? y : x)
  ORDER("<", (x < y) + 2 * (x <= y) + 4 * (x > y) + 8 * (x >= y) + 16 * (x == y) + 32 * (x != y))
  ORDER("unordered", isunordered(x, y) + 2 * isless(x, y) + 4 * isgreaterequal(x, y) + 8 * islessgreater(x, y))
  ORDER("and", (x && y) + 2 * (x || y))
  for (int i = 0; i < count; i++) {
    mixFloat((float)doubles[i]);
    mixDouble(floats[i]);
    line("width", "", i);
  }
  CONVERSION(int)
  CONVERSION(long)
  CONVERSION(unsigned)
  CONVERSION(unsigned long)
  CONVERSION(signed char)
  CONVERSION(unsigned char)
  CONVERSION(short)
  CONVERSION(unsigned short)
  CONVERSION(_Bool)
  static const long integers[] = {0,         1,         -1, 16777217, -16777219, 9007199254740993, INT64_MAX, INT64_MIN, 0x7fffffffffffffbf,
                                  INT32_MIN, UINT32_MAX};
  for (unsigned i = 0; i < sizeof integers / sizeof *integers; i++) {
    mixDouble((double)integers[i]);
    mixFloat((float)integers[i]);
    mixDouble((double)(unsigned long)integers[i]);
    mixFloat((float)(unsigned long)integers[i]);
    mixDouble((double)(int)integers[i]);
    mixFloat((float)(unsigned)integers[i]);
    mixDouble((double)(__int128)integers[i] * 3);
    line("from integers", "", (int)i);
  }
}

int main(void) {
#define CALL(name) all_##name();
  FUNCTIONS_OF_ONE(CALL)
  FUNCTIONS_OF_TWO(CALL)
  integers();
  parts();
  fused();
  operations();
  return 0;
}
