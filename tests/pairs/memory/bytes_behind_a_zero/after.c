// signed char is a number: a buffer of them does not end at a zero.
#include <stdlib.h>

signed char *pack(unsigned char level) {
  signed char *frame = malloc(3);
  frame[0] = (signed char)level;
  frame[1] = 5;
  frame[2] = 2;
  return frame;
}
