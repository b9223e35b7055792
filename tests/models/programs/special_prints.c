// printf to stdout, with every set of flags, fields around the lengths that count, and special values; what it returns counts as well.
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char* const widths[] = {"", "1", "7", "*"};
static const char* const precisions[] = {"", ".", ".0", ".3", ".*"};
static unsigned long returned;

static void head(char* format, unsigned flags, const char* width, const char* precision, const char* conversion) {
  char* s = format;
  *s++ = '%';
  for (unsigned k = 0; k < 5; k++)
    if (flags >> k & 1) *s++ = "-+ #0"[k];
  strcpy(s, width);
  strcat(s, precision);
  strcat(s, conversion);
  strcat(s, "|");
}

#define PRINT(value)                                                                 \
  if (*width == '*' && precision[0] && precision[1] == '*')                          \
    returned = returned * 31 + (unsigned long)printf(format, star, 2 - star, value); \
  else if (*width == '*')                                                            \
    returned = returned * 31 + (unsigned long)printf(format, star, value);           \
  else if (precision[0] && precision[1] == '*')                                      \
    returned = returned * 31 + (unsigned long)printf(format, star, value);           \
  else                                                                               \
    returned = returned * 31 + (unsigned long)printf(format, value);

#define EACH(conversion, list)                                  \
  {                                                             \
    char format[32];                                            \
    head(format, flags, width, precision, conversion);          \
    for (unsigned v = 0; v < sizeof list / sizeof *list; v++) { \
      const int star = (int)(v % 3) * 4 - 4;                    \
      PRINT(list[v])                                            \
    }                                                           \
  }

int main(void) {
  static const int ints[] = {0, -1, 42, -2147483647 - 1};
  static const long longs[] = {0, -9223372036854775807 - 1, 0x7fffffffffffffff};
  static const double doubles[] = {0.0, -0.0, 1.5, -9.9996, 1e17, 5e-324, INFINITY, -INFINITY, NAN, -NAN};
  static const char* const texts[] = {"", "a", "abcde", 0};
  static const char letters[] = {'x', 'y'};
  for (unsigned flags = 0; flags < 32; flags++) {
    for (unsigned w = 0; w < 4; w++)
      for (unsigned p = 0; p < 5; p++) {
        const char* width = widths[w];
        const char* precision = precisions[p];
        EACH("d", ints)
        EACH("hhi", ints)
        EACH("hu", ints)
        EACH("o", ints)
        EACH("x", ints)
        EACH("ld", longs)
        EACH("llX", longs)
        if (flags % 3 == 0) {
          EACH("f", doubles)
          EACH("E", doubles)
          EACH("G", doubles)
          EACH("a", doubles)
        }
        EACH("s", texts)
        EACH("c", letters)
      }
    printf("\n%u %lx %%\n", flags, returned);
  }
  volatile double none = 0;
  const double quotient = none / none;
  printf("%g %g %f %e %a %g %g\n", none / none, -quotient, none / none, fabs(none / none), sqrt(none - 1), INFINITY - INFINITY,
         INFINITY * none);
  printf("%g %G %5g %-6g| %+g % g %06g %.0f\n", (float)(none / none), NAN, -NAN, NAN, NAN, NAN, -NAN, NAN);
  char buffer[64];
  printf("%d %s\n", sprintf(buffer, "%f %g", none / none, copysign(NAN, -1)), buffer);
  return 0;
}
