// <math.h> for long double, the 80 bits of x87: what math.c has for double.
#include "model.h"

typedef union {
  long double value;
  struct {
    unsigned long significand;  // the bit before the point included
    unsigned short signAndExponent;
  };
} LongDoubleBits;

enum { bias = 16383, exponentMask = 0x7fff };

static int isNan(long double x) { return x != x; }
static int isInfinite(long double x) { return __builtin_fabsl(x) == __builtin_infl(); }
static int isFiniteNumber(long double x) { return __builtin_fabsl(x) < __builtin_infl(); }

// --- classes: what the macros of the headers call

int isnanl(long double x) { return isNan(x); }
int __isnanl(long double x) { return isNan(x); }
int isinfl(long double x) { return isInfinite(x) ? x > 0 ? 1 : -1 : 0; }
int __isinfl(long double x) { return isinfl(x); }
int finitel(long double x) { return isFiniteNumber(x); }
int __finitel(long double x) { return isFiniteNumber(x); }

enum { classNan = 0, classInfinite = 1, classZero = 2, classSubnormal = 3, classNormal = 4 };

int __fpclassifyl(long double x) {
  if (isNan(x)) return classNan;
  if (isInfinite(x)) return classInfinite;
  if (x == 0) return classZero;
  return __builtin_fabsl(x) < 0x1p-16382L ? classSubnormal : classNormal;
}
int __signbitl(long double x) { return ((LongDoubleBits){.value = x}).signAndExponent & 0x8000; }

// --- as operations

// The library's: a NaN that signals is the result, the least of two zeros is the first one, the largest the second.
static int signals(long double x) { return (((LongDoubleBits){.value = x}).significand >> 62 & 1) == 0; }

static long double numberOf(long double x, long double y) {  // one of them is a NaN
  if (isNan(x)) return isNan(y) || signals(x) ? x + y : y;
  return signals(y) ? x + y : x;
}
long double fminl(long double x, long double y) { return isNan(x) || isNan(y) ? numberOf(x, y) : x <= y ? x : y; }
long double fmaxl(long double x, long double y) { return isNan(x) || isNan(y) ? numberOf(x, y) : x > y ? x : y; }

long double copysignl(long double x, long double y) { return __builtin_copysignl(x, y); }
long double fmal(long double x, long double y, long double z) { return __builtin_elementwise_fma(x, y, z); }
long lroundl(long double x) { return (long)__builtin_roundl(x); }
long long llroundl(long double x) { return (long long)__builtin_roundl(x); }
long lrintl(long double x) { return (long)__builtin_rintl(x); }
long long llrintl(long double x) { return (long long)__builtin_rintl(x); }

long double fdiml(long double x, long double y) {
  if (x <= y) return 0;
  const long double result = x - y;
  if (isInfinite(result) && isFiniteNumber(x) && isFiniteNumber(y)) cleave_model_errno = errnoRange;
  return result;
}

// --- parts

long double modfl(long double x, long double* whole) {
  *whole = __builtin_truncl(x);
  return __builtin_copysignl(isInfinite(x) ? 0 : x - *whole, x);
}

long double frexpl(long double x, int* exponent) {
  *exponent = 0;
  if (x == 0 || !isFiniteNumber(x)) return x + x;
  LongDoubleBits parts = {.value = x};
  if (__builtin_fabsl(x) < 0x1p-16382L) {
    parts.value *= 0x1p65L;
    *exponent = -65;
  }
  *exponent += (parts.signAndExponent & exponentMask) - (bias - 1);
  parts.signAndExponent = (unsigned short)((parts.signAndExponent & ~exponentMask) | (bias - 1));
  return parts.value;
}

static long double powerOfTwo(int n) {
  return ((LongDoubleBits){.significand = 1ul << 63, .signAndExponent = (unsigned short)(bias + n)}).value;
}

// Rounds once: the steps down keep 64 bits above the smallest normal number as long as the result is not zero anyway.
static long double scaled(long double x, long n) {
  if (n > 50000) n = 50000;
  if (n < -50000) n = -50000;
  for (; n > bias; n -= bias) x *= 0x1p16383L;
  for (; n < 1 - bias; n += 16318) x *= 0x1p-16318L;
  return x * powerOfTwo((int)n);
}

static long double scaledWithErrno(long double x, long n) {
  const long double result = scaled(x, n);
  if (x != 0 && isFiniteNumber(x) && (result == 0 || isInfinite(result))) cleave_model_errno = errnoRange;
  return result;
}

long double ldexpl(long double x, int n) { return scaledWithErrno(x, n); }
long double scalbnl(long double x, int n) { return scaledWithErrno(x, n); }
long double scalblnl(long double x, long n) { return scaledWithErrno(x, n); }
