// Strings of eight bytes never come to the change.
#include <string.h>
int grade(const char *name) {
  if (strlen(name) > 20) return 1;
  return 0;
}
