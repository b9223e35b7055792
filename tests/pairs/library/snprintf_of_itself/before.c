#include <stdio.h>
#include <string.h>

int f(const char *name) {
  char text[16];
  snprintf(text, sizeof text, "%s", name);
  strcat(text, "!");
  return text[0] == '!';
}
