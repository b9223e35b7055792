#include <stdlib.h>
struct pair { char *name; int *value; };
int drop(struct pair *p) {
  if (!p) return 0;
  free(p->name);
  free(p->value);
  free(p);
  return 1;
}
