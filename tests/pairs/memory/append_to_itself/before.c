// A list whose last element is found through the first: new and old objects have equal names, and the same code must show the same.
#include <stdlib.h>
struct item { struct item *next, *prev, *first; int value; };
struct item *append(struct item *owner, int value) {
  struct item *fresh = calloc(1, sizeof *fresh);
  if (!owner) {
    free(fresh);
    return 0;
  }
  fresh->value = value;
  struct item *first = owner->first;
  if (!first) {
    owner->first = fresh;
    fresh->prev = fresh;
  } else if (first->prev) {
    first->prev->next = fresh;
    fresh->prev = first->prev;
    owner->first->prev = fresh;
  }
  return fresh;
}
