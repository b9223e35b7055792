// The functions of <math.h> that may fail, in programs that look at errno.
#include "model.h"

#define WITH_ERRNO __attribute__((section("cleave.with.errno")))

#define ONE(name)                                                                       \
  double cleave_vm_##name(double x, int* error);                                        \
  float cleave_vm_##name##f(float x, int* error);                                       \
  WITH_ERRNO double name(double x) { return cleave_vm_##name(x, &cleave_model_errno); } \
  WITH_ERRNO float name##f(float x) { return cleave_vm_##name##f(x, &cleave_model_errno); } \
  long double cleave_vm_##name##l(long double x, int* error);                           \
  WITH_ERRNO long double name##l(long double x) { return cleave_vm_##name##l(x, &cleave_model_errno); }
#define TWO(name)                                                                                    \
  double cleave_vm_##name(double x, double y, int* error);                                           \
  float cleave_vm_##name##f(float x, float y, int* error);                                           \
  WITH_ERRNO double name(double x, double y) { return cleave_vm_##name(x, y, &cleave_model_errno); } \
  WITH_ERRNO float name##f(float x, float y) { return cleave_vm_##name##f(x, y, &cleave_model_errno); } \
  long double cleave_vm_##name##l(long double x, long double y, int* error);                         \
  WITH_ERRNO long double name##l(long double x, long double y) { return cleave_vm_##name##l(x, y, &cleave_model_errno); }

ONE(sin)
ONE(cos)
ONE(tan)
ONE(asin)
ONE(acos)
ONE(atan)
ONE(sinh)
ONE(cosh)
ONE(tanh)
ONE(asinh)
ONE(acosh)
ONE(atanh)
ONE(exp)
ONE(exp2)
ONE(expm1)
ONE(log)
ONE(log2)
ONE(log10)
ONE(log1p)
ONE(cbrt)
ONE(erf)
ONE(erfc)
ONE(tgamma)
TWO(pow)
TWO(atan2)
TWO(fmod)
TWO(hypot)
TWO(remainder)
TWO(nextafter)

// sqrt stays exact for all arguments.
double cleave_vm_sqrt(double x);
float cleave_vm_sqrtf(float x);
long double cleave_vm_sqrtl(long double x);
enum { errnoDomain = 33 };

WITH_ERRNO double sqrt(double x) {
  if (x < 0) cleave_model_errno = errnoDomain;
  return cleave_vm_sqrt(x);
}

WITH_ERRNO float sqrtf(float x) {
  if (x < 0) cleave_model_errno = errnoDomain;
  return cleave_vm_sqrtf(x);
}

WITH_ERRNO long double sqrtl(long double x) {
  if (x < 0) cleave_model_errno = errnoDomain;
  return cleave_vm_sqrtl(x);
}
