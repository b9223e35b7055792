// What the compiler calls for _Complex: products and quotients as libgcc computes them, and <complex.h>'s functions that are others by
// definition.
//
// Annex G of C: an infinite operand makes the result infinite although the plain formula gives NaNs. A quotient is by the larger
// part of the divisor (Smith), after scaling where parts are so large or small that steps in between would overflow or underflow (Baudin
// and Smith).
#include "model.h"

double hypot(double x, double y);
double atan2(double y, double x);
float hypotf(float x, float y);
float atan2f(float y, float x);
long double hypotl(long double x, long double y);
long double atan2l(long double y, long double x);

#define REAL double
#define OF(name) name##Of
#define ABSOLUTE __builtin_fabs
#define SIGN_OF __builtin_copysign
#define INFINITE __builtin_inf()
#define PRODUCT __muldc3
#define QUOTIENT __divdc3
#define LARGE 0x1.fffffffffffffp+1022  // half of the largest number
#define SMALL 0x1p-1022
#define LITTLE 0x1p-52
#include "complex_of.h"

#define REAL long double
#define OF(name) name##OfLong
#define ABSOLUTE __builtin_fabsl
#define SIGN_OF __builtin_copysignl
#define INFINITE __builtin_infl()
#define PRODUCT __mulxc3
#define QUOTIENT __divxc3
#define LARGE 0x1.fffffffffffffffep+16382L
#define SMALL 0x1p-16382L
#define LITTLE 0x1p-63L
#include "complex_of.h"

// --- of floats

static float _Complex makeFloat(float x, float y) {
  float _Complex z;
  __real__ z = x;
  __imag__ z = y;
  return z;
}

float _Complex __mulsc3(float a, float b, float c, float d) {
  const float ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  const float x = ac - bd, y = ad + bc;
  if (!isNanOf(x) || !isNanOf(y)) return makeFloat(x, y);
  FactorsOf f = {a, b, c, d};
  if (!isInfiniteProductOf(&f, isInfiniteOf(ac) || isInfiniteOf(bd) || isInfiniteOf(ad) || isInfiniteOf(bc))) return makeFloat(x, y);
  const float fa = (float)f.a, fb = (float)f.b, fc = (float)f.c, fd = (float)f.d;
  return makeFloat(__builtin_inff() * (fa * fc - fb * fd), __builtin_inff() * (fa * fd + fb * fc));
}

// In doubles nothing overflows.
float _Complex __divsc3(float a, float b, float c, float d) {
  const double p = a, q = b, r = c, s = d;
  const double divisor = r * r + s * s;
  const float x = (float)((p * r + q * s) / divisor), y = (float)((q * r - p * s) / divisor);
  double specialX, specialY;
  if (!isNanOf(x) || !isNanOf(y) || !isSpecialQuotientOf(a, b, c, d, &specialX, &specialY)) return makeFloat(x, y);
  return makeFloat((float)specialX, (float)specialY);
}

// --- functions

double cabs(double _Complex z) { return hypot(__real__ z, __imag__ z); }
float cabsf(float _Complex z) { return hypotf(__real__ z, __imag__ z); }
long double cabsl(long double _Complex z) { return hypotl(__real__ z, __imag__ z); }
double carg(double _Complex z) { return atan2(__imag__ z, __real__ z); }
float cargf(float _Complex z) { return atan2f(__imag__ z, __real__ z); }
long double cargl(long double _Complex z) { return atan2l(__imag__ z, __real__ z); }
double creal(double _Complex z) { return __real__ z; }
float crealf(float _Complex z) { return __real__ z; }
long double creall(long double _Complex z) { return __real__ z; }
double cimag(double _Complex z) { return __imag__ z; }
float cimagf(float _Complex z) { return __imag__ z; }
long double cimagl(long double _Complex z) { return __imag__ z; }
double _Complex conj(double _Complex z) { return makeOf(__real__ z, -__imag__ z); }
float _Complex conjf(float _Complex z) { return makeFloat(__real__ z, -__imag__ z); }
long double _Complex conjl(long double _Complex z) { return makeOfLong(__real__ z, -__imag__ z); }
