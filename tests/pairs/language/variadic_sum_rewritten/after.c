// The sum of so many numbers.
#include <stdarg.h>
int sum(int count, ...) {
  va_list list;
  int result = 0;
  va_start(list, count);
  while (count-- > 0) result = va_arg(list, int) + result;
  va_end(list);
  return result;
}
int three(int a, int b) { return sum(3, a, b, 5); }
