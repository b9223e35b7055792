// Functions of <math.h> and operations on constants: what the compiler makes of them.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void show(const char* what, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  printf("%s %llx\n", what, (unsigned long long)bits);
}

static volatile double variable = -0.0;
static volatile float variablef = 0.0f;
static volatile int number = 0;

#define VALUES(X, f) \
  X(f, 0.0) X(f, -0.0) X(f, 0x1p-1074) X(f, 0.5) X(f, 1.0) X(f, -1.0) X(f, -1.5) X(f, INFINITY) X(f, -INFINITY) X(f, NAN) X(f, -NAN)
#define SECOND(X, f, a)                                                                                                                    \
  X(f, a, 0.0)                                                                                                                             \
  X(f, a, -0.0) X(f, a, 0x1p-1074) X(f, a, 0.5) X(f, a, 1.0) X(f, a, -1.0) X(f, a, -1.5) X(f, a, INFINITY) X(f, a, -INFINITY) X(f, a, NAN) \
      X(f, a, -NAN)

#define SHOW1(name, a)         \
  show(#name " " #a, name(a)); \
  show(#name "f " #a, name##f((float)(a)));
#define SHOW2(name, a, b)                \
  show(#name " " #a " " #b, name(a, b)); \
  show(#name "f " #a " " #b, name##f((float)(a), (float)(b)));
#define PAIRS(f, a) SECOND(SHOW2, f, a)
#define MIXED(name, a)                                   \
  show(#name " v " #a, name(variable, a));               \
  show(#name " " #a " v", name(a, variable));            \
  show(#name "f v " #a, name##f(variablef, (float)(a))); \
  show(#name "f " #a " v", name##f((float)(a), variablef));
#define OPERATE(f, a, b)        \
  show(#a " + " #b, (a) + (b)); \
  show(#a " - " #b, (a) - (b)); \
  show(#a " * " #b, (a) * (b)); \
  show(#a " / " #b, (a) / (b)); \
  show("float " #a " / " #b, (float)(a) / (float)(b));
#define OPERATIONS(f, a) SECOND(OPERATE, f, a)

#define ONE(f) \
  static void one_##f(void) { VALUES(SHOW1, f) }
#define TWO(f) \
  static void two_##f(void) { VALUES(PAIRS, f) VALUES(MIXED, f) }

ONE(sqrt)
ONE(fabs) ONE(floor) ONE(ceil) ONE(trunc) ONE(round) ONE(rint) ONE(nearbyint) ONE(sin) ONE(exp) ONE(log) ONE(cbrt) ONE(tgamma) ONE(asin)
    TWO(fmin) TWO(fmax) TWO(pow) TWO(fmod) TWO(copysign) TWO(fdim) TWO(atan2) TWO(hypot) TWO(nextafter)

        static void operations(void) {
  VALUES(OPERATIONS, none)
}

static void nested(void) {
  show("clamp", fmin(fmax(variable, -1.0), 0.0));
  show("clamp", fmax(fmin(variable, 1.0), 0.0));
  show("clamp", fmax(0.0, fmin(variable, 1.0)));
  show("product", fmin(variable * 2, variable));
  show("of integers", fmin(0.0, (double)number));
  show("of an integer", fmax(-0.0, (double)number));
  show("minus", fmin(variable, -(variable * 1)));
  show("builtin", __builtin_fmin(variable, 0.0));
  show("builtin", __builtin_fmax(0.0, -0.0));
  show("quotient", variable / variable);
  show("difference", INFINITY - INFINITY);
  show("sqrt", sqrt(-1.0));
}

int main(void) {
  one_sqrt(), one_fabs(), one_floor(), one_ceil(), one_trunc(), one_round(), one_rint(), one_nearbyint(), one_sin(), one_exp(), one_log();
  one_cbrt(), one_tgamma(), one_asin();
  two_fmin(), two_fmax(), two_pow(), two_fmod(), two_copysign(), two_fdim(), two_atan2(), two_hypot(), two_nextafter();
  operations();
  nested();
  return 0;
}
