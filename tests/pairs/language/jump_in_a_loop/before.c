// Tries again, with nested buffers: the inner one hands on what it does not know.
#include <setjmp.h>
static jmp_buf *outer;
static int work(int x, int round) {
  if (x == round) longjmp(*outer, 7);
  if (x > 5) longjmp(*outer, 2);
  return x - round;
}
static int guarded(int x, int round) {
  jmp_buf inner, *saved = outer;
  outer = &inner;
  int why = setjmp(inner);
  if (why == 0) {
    int result = work(x, round);
    outer = saved;
    return result;
  }
  outer = saved;
  if (why == 2) longjmp(*saved, 3);
  return why;
}
int run(int x) {
  jmp_buf all;
  volatile int sum = 0;
  outer = &all;
  for (volatile int round = 0; round < 3; round++) {
    if (setjmp(all) != 0) return -sum - 1;
    sum += guarded(x, round);
  }
  return sum;
}
