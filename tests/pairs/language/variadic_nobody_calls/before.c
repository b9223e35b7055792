// Two numbers are tried.
#include <stdarg.h>
int least(int count, ...) {
  va_list list;
  va_start(list, count);
  int result = 1000;
  for (int i = 0; i < count; i++) {
    int x = va_arg(list, int);
    if (x < result) result = x;
  }
  va_end(list);
  return result;
}
