#include <stdio.h>
#include <string.h>

int f(const char *name) {
  char text[16];
  snprintf(text, sizeof text, "%s", name);
  snprintf(text, sizeof text, "%s!", text);
  return text[0] == '!';
}
