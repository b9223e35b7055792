// qsort is left from within: the buffer is a copy.
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
static sigjmp_buf buffer;
static int compare(const void *a, const void *b) {
  const int x = *(const int *)a, y = *(const int *)b;
  if (x < 0) siglongjmp(buffer, 9);
  return x < y ? -1 : x > y;
}
int smallest(int a, int b, int c) {
  int all[3] = {a, b, c};
  sigjmp_buf mine;
  int failed = sigsetjmp(mine, 0);
  if (failed) return -failed;
  memcpy(buffer, mine, sizeof mine);
  qsort(all, 3, sizeof all[0], compare);
  return all[0];
}
