#include <string.h>

void f(char *s) {
  if (s[0]) strcpy(s, s + 1);
}
