// Text to numbers and back: strtol, strtod, errno, sprintf, sscanf, div, random numbers.
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void integers(void) {
  const char* texts[] = {"42", " -17x", "0x1F", "077", "99999999999999999999", "-99999999999999999999", "", "+", "zz"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    char* end;
    errno = 0;
    const long value = strtol(texts[i], &end, 0);
    printf("%ld %td %d", value, end - texts[i], errno);
    errno = 0;
    printf(" %lu %d %d %ld\n", strtoul(texts[i], NULL, 36), errno, atoi(texts[i]), atol(texts[i]));
  }
}

static void reals(void) {
  const char* texts[] = {"1.5", "-0.1e1", "1e400", "3.14159265358979323846264338327950288", "1e-320", "0x1.8p3", "inf", "7.", ".", "1e5x"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    char* end;
    errno = 0;
    const double value = strtod(texts[i], &end);
    printf("%.17g %a %td %d %g\n", value, value, end - texts[i], errno, (double)strtof(texts[i], NULL));
  }
}

static void formats(void) {
  char text[100];
  int n = snprintf(text, 10, "%s-%05d", "abcdef", 42);
  printf("%d %s\n", n, text);
  n = sprintf(text, "%x %#o %+d %-8s| %c %.3f %e %5.1g %lld %hhd %%", 255, 8, 7, "left", 'q', 2.0 / 3, 12345.678, 0.05, LLONG_MIN, 300);
  printf("%d %s\n", n, text);
  n = snprintf(NULL, 0, "%*d|%.*s|%p", 8, 1, 2, "xyz", (void*)0);
  printf("%d\n", n);
}

static void scans(void) {
  int a = 0, b = 0, n = 0;
  unsigned x = 0;
  char word[20] = "", set[20] = "", c = 0;
  double d = 0;
  float f = 0;
  int got = sscanf("12,0x1f abc def:9.75 2.5 Q", "%d,%i %19s %[a-f]:%lf %f %c%n", &a, &b, word, set, &d, &f, &c, &n);
  printf("%d: %d %d %s %s %g %g %c %d\n", got, a, b, word, set, d, (double)f, c, n);
  got = sscanf("007 ff -5", "%o %x %*d %d", &x, &x, &a);
  printf("%d %u %d\n", got, x, sscanf("", "%d", &a));
}

int main(void) {
  integers();
  reals();
  formats();
  scans();
  const div_t parts = div(-17, 5);
  const ldiv_t longParts = ldiv(1000000007L, 1000);
  printf("%d %d %ld %ld %d %ld\n", parts.quot, parts.rem, longParts.quot, longParts.rem, abs(-5), labs(LONG_MIN + 1));
  for (int i = 0; i < 3; i++) printf("%d ", rand());
  srand(12345);
  for (int i = 0; i < 3; i++) printf("%d ", rand());
  srandom(7);
  printf("%ld\n", random());
  return 3;
}
