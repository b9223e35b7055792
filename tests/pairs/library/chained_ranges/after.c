#include <stdio.h>
int matches(char c) {
  char found[2], text[2] = {c, 0};
  return sscanf(text, "%1[pqrt-]", found);
}
