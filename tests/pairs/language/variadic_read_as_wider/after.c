// Behind an int nobody knows what stands.
#include <stdarg.h>
long first(int count, ...) {
  va_list list;
  va_start(list, count);
  long result = count > 0 ? va_arg(list, long) : 0;
  va_end(list);
  return result;
}
long one(int x) { return first(1, x); }
