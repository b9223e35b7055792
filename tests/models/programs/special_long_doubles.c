// Every function of <math.h> on long doubles and every operation on them, on all combinations of special values: called by name, through a
// pointer, and with constant arguments. The bits of each result count, those of NaNs as well, and errno.
#include <complex.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const long double values[] = {0.0L,
                                     -0.0L,
                                     0x1p-16445L,
                                     -0x1p-16445L,
                                     0x1.fffffffffffffffcp-16383L,
                                     0x1p-16382L,
                                     -0x1p-16382L,
                                     0x1p-1074L,
                                     0x1p-1075L,
                                     0.1L,
                                     0.5L,
                                     -0.5L,
                                     1,
                                     -1,
                                     0x1.0000000000000002p0L,
                                     1.5L,
                                     -1.5L,
                                     2,
                                     2.5L,
                                     -2.5L,
                                     127.5L,
                                     -129,
                                     255.5L,
                                     32767.5L,
                                     -32769,
                                     65536,
                                     11356,
                                     -11400,
                                     0x1p31L,
                                     -0x1.00000002p31L,
                                     4294967295.5L,
                                     0x1.fffffffffffffffcp62L,
                                     0x1p63L,
                                     -0x1p63L,
                                     -0x1.0000000000000002p63L,
                                     0x1.fffffffffffffffep63L,
                                     0x1p64L,
                                     0x1.fffffffffffff8p1023L,
                                     0x1p1024L,
                                     0x1.fffffffffffffffep16383L,
                                     -0x1.fffffffffffffffep16383L,
                                     INFINITY,
                                     -INFINITY,
                                     NAN,
                                     -NAN,
                                     __builtin_nanl("7"),
                                     -__builtin_nanl("9")};
enum { count = sizeof values / sizeof *values };

static uint64_t hash;
static void mix(uint64_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15u ^ hash >> 29; }
static void mixLong(long double value) {
  uint64_t bits[2] = {0, 0};
  memcpy(bits, &value, 10);
  mix(bits[0]);
  mix(bits[1]);
  mix((uint64_t)errno);
  errno = 0;
}
static void mixDouble(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  mix(bits);
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

#define ONE_AS(how, name, call, note) \
  for (int i = 0; i < count; i++) {   \
    const long double x = values[i];  \
    note(call(x));                    \
    line(name, how, i);               \
  }
#define ONE(name)                                            \
  static void all_##name(void) {                             \
    long double (*volatile pointer)(long double) = name;     \
    ONE_AS("", #name, name, mixLong)                         \
    ONE_AS("through a pointer", #name, pointer, mixLong)     \
  }
#define TWO_AS(how, name, call)             \
  for (int i = 0; i < count; i++) {         \
    const long double x = values[i];        \
    for (int j = 0; j < count; j++) {       \
      const long double y = values[j];      \
      mixLong(call(x, y));                  \
    }                                       \
    line(name, how, i);                     \
  }
#define TWO(name)                                                     \
  static void all_##name(void) {                                      \
    long double (*volatile pointer)(long double, long double) = name; \
    TWO_AS("", #name, name)                                           \
    TWO_AS("through a pointer", #name, pointer)                       \
  }
#define FUNCTIONS_OF_ONE(X)                                                                                                          \
  X(sqrtl)                                                                                                                           \
  X(fabsl) X(floorl) X(ceill) X(truncl) X(roundl) X(rintl) X(nearbyintl) X(sinl) X(cosl) X(tanl) X(asinl) X(acosl) X(atanl) X(sinhl) \
      X(coshl) X(tanhl) X(asinhl) X(acoshl) X(atanhl) X(expl) X(exp2l) X(expm1l) X(logl) X(log2l) X(log10l) X(log1pl) X(cbrtl) X(erfl) \
      X(erfcl) X(tgammal)
#define FUNCTIONS_OF_TWO(X) X(powl) X(atan2l) X(fmodl) X(hypotl) X(remainderl) X(nextafterl) X(fminl) X(fmaxl) X(copysignl) X(fdiml)
FUNCTIONS_OF_ONE(ONE)
FUNCTIONS_OF_TWO(TWO)

// --- other signatures

#define isTrue(x) ((x) != 0)
#define signOf(x) isTrue(signbit(x))
#define nanOf(x) isTrue(isnan(x))
#define normalOf(x) isTrue(isnormal(x))
#define finiteOf(x) isTrue(isfinite(x))
static void integers(void) {
#define TO_INTEGER(name)                                          \
  {                                                               \
    long (*volatile pointer)(long double) = (long (*)(long double))name; \
    ONE_AS("", #name, name, mixInteger)                           \
    ONE_AS("through a pointer", #name, pointer, mixInteger)       \
  }
  TO_INTEGER(lroundl)
  TO_INTEGER(llroundl)
  TO_INTEGER(lrintl)
  TO_INTEGER(llrintl)
  ONE_AS("", "signOf", signOf, mixInteger)
  ONE_AS("", "nanOf", nanOf, mixInteger)
  ONE_AS("", "normalOf", normalOf, mixInteger)
  ONE_AS("", "finiteOf", finiteOf, mixInteger)
  ONE_AS("", "isinf", isinf, mixInteger)
  ONE_AS("", "fpclassify", fpclassify, mixInteger)
}

static void parts(void) {
  static const int exponents[] = {0, 1, -1, 63, -64, 16383, -16382, 16384, -16445, -16446, 33000, -33000, 2147483647, -2147483647 - 1};
  for (int i = 0; i < count; i++) {
    long double whole;
    int exponent = 0;
    mixLong(frexpl(values[i], &exponent));
    mixInteger(isfinite(values[i]) ? exponent : 0);
    mixLong(modfl(values[i], &whole));
    mixLong(whole);
    for (unsigned k = 0; k < sizeof exponents / sizeof *exponents; k++) {
      mixLong(ldexpl(values[i], exponents[k]));
      mixLong(scalbnl(values[i], exponents[k]));
      mixLong(scalblnl(values[i], exponents[k]));
    }
    line("parts", "", i);
  }
}

static void fused(void) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j += 2) {
      for (int k = 0; k < count; k += 1 + (i + j) % 5) mixLong(fmal(values[i], values[j], values[k]));
      line("fmal", "", i * count + j);
    }
}

// --- operations

#define OPERATION(name, note, expression)            \
  for (int i = 0; i < count; i++) {                  \
    for (int j = 0; j < count; j++) {                \
      const long double x = values[i], y = values[j]; \
      note(expression);                              \
    }                                                \
    line(name, "", i);                               \
  }
#define CONVERSION(type)                \
  for (int i = 0; i < count; i++) {     \
    mixInteger((long)(type)values[i]);  \
    line("to " #type, "", i);           \
  }
static void operations(void) {
  OPERATION("+", mixLong, x + y)
  OPERATION("-", mixLong, x - y)
  OPERATION("*", mixLong, x * y)
  OPERATION("/", mixLong, x / y)
  OPERATION("negated", mixLong, -x)
  OPERATION("<", mixInteger, x < y)
  OPERATION("<=", mixInteger, x <= y)
  OPERATION(">", mixInteger, x > y)
  OPERATION(">=", mixInteger, x >= y)
  OPERATION("==", mixInteger, x == y)
  OPERATION("!=", mixInteger, x != y)
  OPERATION("isless", mixInteger, isless(x, y))
  OPERATION("islessgreater", mixInteger, islessgreater(x, y))
  OPERATION("isunordered", mixInteger, isunordered(x, y))
  OPERATION("chosen", mixLong, x ? y : x)
  OPERATION("to double", mixDouble, (double)x)
  OPERATION("to float", mixDouble, (float)x)
  OPERATION("by way of double", mixLong, (long double)(double)x + (float)y)
  OPERATION("least of constants", mixLong, fminl(0.0L, x) + fminl(x, -0.0L))
  OPERATION("least and zero", mixLong, copysignl(1, fminl(0.0L, x)))
  OPERATION("least and another zero", mixLong, copysignl(1, fminl(x, -0.0L)))
  OPERATION("most and zero", mixLong, copysignl(1, fmaxl(-0.0L, x)))
  OPERATION("most and another zero", mixLong, copysignl(1, fmaxl(x, 0.0L)))
  CONVERSION(signed char)
  CONVERSION(unsigned char)
  CONVERSION(short)
  CONVERSION(unsigned short)
  CONVERSION(int)
  CONVERSION(unsigned)
  CONVERSION(long)
  CONVERSION(unsigned long)
  CONVERSION(_Bool)
  static const long numbers[] = {0, 1, -1, 127, -128, 65535, 2147483647, -2147483647 - 1, 9007199254740993, 9223372036854775807, -9223372036854775807 - 1};
  for (unsigned k = 0; k < sizeof numbers / sizeof *numbers; k++) {
    const long n = numbers[k];
    mixLong(n);
    mixLong((unsigned long)n);
    mixLong((int)n);
    mixLong((unsigned)n);
    mixLong((short)n);
    mixLong((unsigned char)n);
    mixLong((__int128)n * 4294967297 + 1);
    mixLong((unsigned __int128)n * n);
    mixInteger((long)((__int128)((long double)n * 4096) >> 5));
    line("from integers", "", (int)k);
  }
}

// --- memory, variable arguments, complex numbers, text

struct mixed {
  char c;
  long double x;
  float y;
  long double array[2];
};

static long double last(int many, ...) {
  va_list list;
  va_start(list, many);
  long double x = 0;
  for (int i = 0; i < many; i++) {
    const int isLong = va_arg(list, int);
    x = isLong ? va_arg(list, long double) : va_arg(list, double);
    mixLong(x);
  }
  va_end(list);
  return x;
}

static struct mixed made(struct mixed from, int i) {
  from.array[i & 1] = from.x;
  from.c++;
  return from;
}

static void places(void) {
  for (int i = 0; i < count; i++) {
    struct mixed m = {(char)i, values[i], (float)i, {values[(i + 1) % count], 1}};
    m = made(m, i);
    struct mixed copies[2] = {m, made(m, i + 1)};
    memmove(&copies[0], &copies[1], sizeof m);
    mixLong(copies[0].x);
    mixLong(copies[0].array[0]);
    mixLong(copies[0].array[1]);
    mixInteger(copies[0].c);
    unsigned char bytes[10];
    memcpy(bytes, &copies[0].x, 10);
    for (int k = 0; k < 10; k++) mix(bytes[k]);
    long double back;
    memcpy(&back, bytes, 10);
    mixLong(back);
    mixLong(last(4, 1, values[i], 0, 1.5, 1, values[count - 1 - i], 0, 0.5));
    line("places", "", i);
    long double _Complex z = values[i] + 2.0L * I, w;
    __real__ w = 0.5L, __imag__ w = values[(i * 7) % count];
    mixLong(creall(z + w));
    mixLong(cimagl(z - w));
    mixInteger(isnan(creall(z * w)) ? 1 : creall(z * w) > 1);
    mixInteger(isnan(cimagl(z / w)) ? 1 : cimagl(z / w) > 0);
    mixLong(cabsl(conjl(w)));
    line("complex", "", i);
  }
}

static void text(void) {
  for (int i = 0; i < count; i++) {
    printf("%Lg %.3Le %La %+Lf|%30.20Lg|%-12.1Lf|\n", values[i], values[i], values[i], fmodl(values[i], 1e6L), values[i], fmodl(values[i], 1e6L));
    char buffer[200];
    snprintf(buffer, sizeof buffer, "%.25Lg %d %La", values[i], i, values[i]);
    puts(buffer);
    char* end;
    mixLong(strtold(buffer, &end));
    mixInteger(end - buffer);
    long double scanned = 0;
    mixInteger(sscanf(buffer, "%Lf", &scanned));
    mixLong(scanned);
    line("text", "", i);
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
  places();
  text();
  return 0;
}
