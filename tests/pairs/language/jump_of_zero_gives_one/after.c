// longjmp(b, 0) makes setjmp return 1.
#include <setjmp.h>
static jmp_buf buffer;
static void leave(int x) { longjmp(buffer, x == 0 ? 1 : x); }
int twice(int x) {
  int result = setjmp(buffer);
  if (result != 0) return result;
  leave(x);
  return 77;
}
