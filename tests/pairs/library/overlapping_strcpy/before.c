#include <string.h>

void f(char *s) {
  if (s[0]) memmove(s, s + 1, strlen(s));
}
