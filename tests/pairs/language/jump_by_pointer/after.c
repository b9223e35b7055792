// Whoever is called may jump.
#include <setjmp.h>
static jmp_buf buffer;
static int stays(int x) { return x; }
static int jumps(int x) {
  longjmp(buffer, x & ~1);
  return 0;
}
static int (*const table[2])(int) = {stays, jumps};
int call(unsigned which, int x) {
  int result = setjmp(buffer);
  if (result != 0) return result ^ 1;
  return table[which & 1](x) + 1;
}
