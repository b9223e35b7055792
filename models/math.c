// Functions of <math.h> that bits and exact operations say. floor, sqrt and their kin are the VM's; so are sin, pow and theirs, on fixed
// arguments.
#include "model.h"

typedef union {
  double value;
  unsigned long bits;
} DoubleBits;

typedef union {
  float value;
  unsigned bits;
} FloatBits;

static int isNan(double x) { return x != x; }
static int isInfinite(double x) { return __builtin_fabs(x) == __builtin_inf(); }
static int isFiniteNumber(double x) { return __builtin_fabs(x) < __builtin_inf(); }
static int isNegative(double x) { return (int)(((DoubleBits){.value = x}).bits >> 63); }

// --- classes: what the macros of the headers call

int isnan(double x) { return isNan(x); }
int isnanf(float x) { return isNan(x); }
int __isnan(double x) { return isNan(x); }
int __isnanf(float x) { return isNan(x); }
int isinf(double x) { return isInfinite(x) ? x > 0 ? 1 : -1 : 0; }
int isinff(float x) { return isinf(x); }
int __isinf(double x) { return isinf(x); }
int __isinff(float x) { return isinf(x); }
int finite(double x) { return isFiniteNumber(x); }
int finitef(float x) { return isFiniteNumber(x); }
int __finite(double x) { return isFiniteNumber(x); }
int __finitef(float x) { return isFiniteNumber(x); }

enum { classNan = 0, classInfinite = 1, classZero = 2, classSubnormal = 3, classNormal = 4 };

static int classify(double x, double smallestNormal) {
  if (isNan(x)) return classNan;
  if (isInfinite(x)) return classInfinite;
  if (x == 0) return classZero;
  return __builtin_fabs(x) < smallestNormal ? classSubnormal : classNormal;
}
int __fpclassify(double x) { return classify(x, 0x1p-1022); }
int __fpclassifyf(float x) { return classify(x, 0x1p-126); }
int __signbit(double x) { return isNegative(x) << 7; }
int __signbitf(float x) { return isNegative(x) << 3; }

// --- as operations

// Called by name, these are operations (src/frontend/min_max.h). The library's give the second of two zeros, and a NaN for one that
// signals.
static int signals(double x) { return (((DoubleBits){.value = x}).bits >> 51 & 1) == 0; }
static int signalsf(float x) { return (((FloatBits){.value = x}).bits >> 22 & 1) == 0; }

#define MIN_MAX(type, name, order, signalling)                  \
  type name(type x, type y) {                                   \
    if (isNan(x)) return isNan(y) || signalling(x) ? x + y : y; \
    if (isNan(y)) return signalling(y) ? x + y : x;             \
    return x order y ? x : y;                                   \
  }
MIN_MAX(double, fmin, <, signals)
MIN_MAX(float, fminf, <, signalsf)
MIN_MAX(double, fmax, >, signals)
MIN_MAX(float, fmaxf, >, signalsf)
double copysign(double x, double y) { return __builtin_copysign(x, y); }
float copysignf(float x, float y) { return __builtin_copysignf(x, y); }
double fma(double x, double y, double z) { return __builtin_elementwise_fma(x, y, z); }
float fmaf(float x, float y, float z) { return __builtin_elementwise_fma(x, y, z); }
long lround(double x) { return (long)__builtin_round(x); }
long lroundf(float x) { return (long)__builtin_roundf(x); }
long long llround(double x) { return (long long)__builtin_round(x); }
long long llroundf(float x) { return (long long)__builtin_roundf(x); }
long lrint(double x) { return (long)__builtin_rint(x); }
long lrintf(float x) { return (long)__builtin_rintf(x); }
long long llrint(double x) { return (long long)__builtin_rint(x); }
long long llrintf(float x) { return (long long)__builtin_rintf(x); }

double fdim(double x, double y) {
  if (x <= y) return 0;
  const double result = x - y;
  if (isInfinite(result) && isFiniteNumber(x) && isFiniteNumber(y)) cleave_model_errno = errnoRange;
  return result;
}

float fdimf(float x, float y) {
  if (x <= y) return 0;
  const float result = x - y;
  if (isInfinite(result) && isFiniteNumber(x) && isFiniteNumber(y)) cleave_model_errno = errnoRange;
  return result;
}

// --- parts

double modf(double x, double* whole) {
  *whole = __builtin_trunc(x);
  return __builtin_copysign(isInfinite(x) ? 0 : x - *whole, x);
}

float modff(float x, float* whole) {
  *whole = __builtin_truncf(x);
  return __builtin_copysignf(isInfinite(x) ? 0 : x - *whole, x);
}

double frexp(double x, int* exponent) {
  *exponent = 0;
  if (x == 0 || !isFiniteNumber(x)) return x + x;
  DoubleBits parts = {.value = x};
  if (__builtin_fabs(x) < 0x1p-1022) {
    parts.value *= 0x1p54;
    *exponent = -54;
  }
  *exponent += (int)(parts.bits >> 52 & 0x7ff) - 1022;
  parts.bits = (parts.bits & ~(0x7fful << 52)) | 1022ul << 52;
  return parts.value;
}

float frexpf(float x, int* exponent) { return (float)frexp(x, exponent); }

static double powerOfTwo(int n) { return ((DoubleBits){.bits = (unsigned long)(1023 + n) << 52}).value; }

// Rounds once: the steps down keep 53 bits above the smallest normal number as long as the result is not zero anyway.
static double scaled(double x, long n) {
  if (n > 3000) n = 3000;
  if (n < -3000) n = -3000;
  for (; n > 1023; n -= 1023) x *= 0x1p1023;
  for (; n < -1022; n += 969) x *= 0x1p-969;
  return x * powerOfTwo((int)n);
}

static void noteRange(double x, double result) {
  if (x != 0 && isFiniteNumber(x) && (result == 0 || isInfinite(result))) cleave_model_errno = errnoRange;
}

double ldexp(double x, int n) {
  const double result = scaled(x, n);
  noteRange(x, result);
  return result;
}

// A float scaled as a double has room for its bits; rounding once more can only meet a tie that was exact.
float ldexpf(float x, int n) {
  const float result = (float)scaled(x, n < -1000 ? -1000 : n > 1000 ? 1000 : n);
  noteRange(x, result);
  return result;
}

double scalbn(double x, int n) { return ldexp(x, n); }
float scalbnf(float x, int n) { return ldexpf(x, n); }

double scalbln(double x, long n) {
  const double result = scaled(x, n);
  noteRange(x, result);
  return result;
}
