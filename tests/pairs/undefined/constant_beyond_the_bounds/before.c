// All strings of eight bytes meet the long ones at the return, but none brings the changed number along: longer ones are looked at.
#include <string.h>
int grade(const char *name) {
  if (strlen(name) > 20) return 1;
  return 0;
}
