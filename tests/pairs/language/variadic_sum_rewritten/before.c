// The sum of so many numbers.
#include <stdarg.h>
int sum(int count, ...) {
  va_list list;
  int result = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++) result += va_arg(list, int);
  va_end(list);
  return result;
}
int three(int a, int b) { return sum(3, a, b, 5); }
