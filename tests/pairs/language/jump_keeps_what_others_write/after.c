// A variable that is written between setjmp and the jump.
#include <setjmp.h>
static void leave(jmp_buf *to, int x) {
  if (x > 3) longjmp(*to, 1);
}
static void next(int *state) { *state = 2; }
int tries(int x) {
  jmp_buf buffer;
  int state = 1;
  if (setjmp(buffer) != 0) return state + 1;
  next(&state);
  leave(&buffer, x);
  return 3;
}
