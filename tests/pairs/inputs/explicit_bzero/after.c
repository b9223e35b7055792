#define _GNU_SOURCE
#include <string.h>

int f(char *p, size_t len) {
  if (!p || len < 2) return 0;
  p[1] = 7;
  explicit_bzero(p, len);
  return p[0] + p[1];
}
