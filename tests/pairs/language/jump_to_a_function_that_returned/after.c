// The function that called setjmp has returned: that means nothing.
#include <setjmp.h>
static jmp_buf buffer;
static int note(void) { return setjmp(buffer); }
int late(int x) {
  if (note() != 0) return 5;
  if (x == 4) longjmp(buffer, 1);
  return x + 0;
}
