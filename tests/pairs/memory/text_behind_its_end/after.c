// A char * is a string, and what was left behind its end is no part of it: the guarantee says so.
#include <stdlib.h>

char *label(_Bool empty) {
  char *text = malloc(4);
  text[0] = empty ? 0 : 'a';
  text[1] = 0;
  text[2] = 'y';
  return text;
}
