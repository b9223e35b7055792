#include <stdio.h>
#include <assert.h>

int f(unsigned char n, signed char x) {
  assert(x != 3);
  if (n > 3) printf("more\n");
  return 1;
}
