// Strings of 128 bytes never come to the change.
#include <string.h>
int warnings;
int grade(const char *name) {
  if (strlen(name) > 200) warnings += 1;
  return 0;
}
