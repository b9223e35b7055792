#include <stdlib.h>

int verbosity(int least) {
  const char *text = getenv("VERBOSE");
  int level = text == NULL ? 0 : *text ? 2 : 1;
  return level < least ? least : level;
}
