#include <string.h>

int f(char *p, size_t len) {
  if (!p || len < 2) return 0;
  p[1] = 7;
  memset(p, 0, len);
  return p[0] + p[1];
}
