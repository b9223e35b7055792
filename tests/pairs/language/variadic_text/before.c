// Text behind a format of its own.
#include <stdarg.h>
#include <stddef.h>
int length(const char *kinds, ...) {
  va_list list;
  int result = 0;
  va_start(list, kinds);
  for (; *kinds != 0; kinds++) {
    if (*kinds == 'i') result += va_arg(list, int);
    if (*kinds == 's') {
      const char *text = va_arg(list, const char *);
      while (text != NULL && *text++ != 0) result++;
    }
  }
  va_end(list);
  return result;
}
int call(const char *text, int x) { return length("is", x, text); }
