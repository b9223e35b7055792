// Wide characters, calendar time in UTC, complex numbers; by name and through pointers.
#include <complex.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

static void wide(void) {
  static const wchar_t *const texts[] = {L"", L"a", L"abc abd", L"ABC", L"\u20ac-a", L"zz top"};
  int (*const compares[])(const wchar_t *, const wchar_t *) = {wcscmp, wcscasecmp, wcscoll};
  size_t (*volatile length)(const wchar_t *) = wcslen;
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      wchar_t room[32];
      wcscpy(room, texts[i]);
      wcscat(room, texts[j]);
      wcsncat(room, L"tail", 2);
      printf("%zu", length(room));
      for (int k = 0; k < 3; k++) printf(" %d", compares[k](texts[i], texts[j]));
      const wchar_t *found = wcsstr(room, L"ab"), *mark = wcspbrk(room, L"- "), *last = wcsrchr(room, L'a');
      printf(" %td %td %td %zu %zu %d;", found ? found - room : -1, mark ? mark - room : -1, last ? last - room : -1, wcsspn(room, L"abc"), wcscspn(room, L"t"),
             wmemcmp(room, texts[j], length(texts[j]) < 4 ? length(texts[j]) : 4));
      char bytes[16] = "";
      errno = 0;
      const size_t converted = wcstombs(bytes, room, sizeof bytes);
      printf("%zd %d %.15s\n", converted, errno, converted == (size_t)-1 ? "" : bytes);
    }
  int (*volatile classes[])(wint_t) = {iswalpha, iswdigit, iswspace, iswupper, iswlower, iswpunct, iswxdigit, iswalnum, iswcntrl, iswprint, iswgraph, iswblank};
  for (int k = 0; k < 12; k++) {
    int sum = 0;
    for (wint_t c = 0; c < 300; c++) sum = sum * 3 + classes[k](c) + (int)towupper(c) - (int)towlower(c);
    printf("%d ", sum);
  }
  wchar_t text[] = L"one, two;three", *rest;
  for (wchar_t *word = wcstok(text, L",; ", &rest); word; word = wcstok(NULL, L",; ", &rest)) printf("[%zu %d]", wcslen(word), *word);
  wchar_t converted[8];
  errno = 0;
  printf("%zd %zd", mbstowcs(converted, "abc", 8), mbstowcs(converted, "a\xe4", 8));
  printf(" %d %d %d\n", errno, wctob(L'x'), (int)btowc(200));
}

static void dates(void) {
  static const time_t times[] = {0, 951782399, 951782400, 1709164800, -1, -86401, 4102444799, 67767976233532799, 67768036191676800, -62135596800};
  char *(*volatile text)(const time_t *, char *) = ctime_r;
  for (int i = 0; i < 10; i++) {
    struct tm parts = {0};
    if (gmtime_r(&times[i], &parts) == NULL) {
      printf("none %d\n", errno);
      continue;
    }
    printf("%d %d %d %d:%d:%d %d %d", parts.tm_year, parts.tm_mon, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_wday, parts.tm_yday);
    if (parts.tm_year > -900 && parts.tm_year < 8000) {
      char line[200], short_[30];
      strftime(line, sizeof line, "%a %A %b %B %c %C %d %D %e %F %g %G %H %I %j %k %l %m %M %p %P %r %R %S %T %u %U %V %w %W %x %X %y %Y %%", &parts);
      printf(" %zu %s %s", strftime(short_, 4, "%Y", &parts), line, text(&times[i], short_));
    } else {
      putchar('\n');
    }
    parts.tm_mon += 14;
    parts.tm_mday -= 40;
    parts.tm_sec += 100000;
    struct tm same = parts;
    const time_t local = mktime(&parts), universal = timegm(&same);
    printf("%ld %ld %d %d %d\n", local, universal, parts.tm_mon, same.tm_mday, parts.tm_yday);
  }
}

static void numbers(void) {
  volatile double parts[] = {0.0, -1.5, 3.25, INFINITY, NAN, 1e300, 1e-310};
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 7; j++) {
      const double complex z = __builtin_complex(parts[i], parts[j]), w = __builtin_complex(parts[(i + j) % 7], 2.0);
      const double complex product = z * w, quotient = z / w;
      const float complex small = (float complex)z * (float complex)w, ratio = (float complex)z / (float complex)w;
      const double all[] = {creal(product), cimag(product), creal(quotient), cimag(quotient), crealf(small), cimagf(small), crealf(ratio), cimagf(ratio)};
      for (int k = 0; k < 8; k++)
        if (all[k] == all[k]) printf("%a ", all[k]);
        else printf("none ");
      printf("%d\n", (int)isinf(cabs(z)));
    }
}

int main(void) {
  wide();
  dates();
  numbers();
  return 0;
}
