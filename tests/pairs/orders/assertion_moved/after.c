#include <stdio.h>
#include <assert.h>

int f(unsigned char n, signed char x) {
  if (n > 3) printf("more\n");
  assert(x != 3);
  return 1;
}
