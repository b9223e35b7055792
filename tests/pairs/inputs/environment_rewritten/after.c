#include <stdlib.h>

int verbosity(int least) {
  const char *text = getenv("VERBOSE");
  int level = 0;
  if (text != NULL) level = text[0] == '\0' ? 1 : 2;
  return level >= least ? level : least;
}
