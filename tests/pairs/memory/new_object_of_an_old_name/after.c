// What `head->next` led to at first is compared, and so is what it leads to now; both are called head->next->value.
#include <stdlib.h>
struct item { struct item *next; int value; };
void replace(struct item *head) {
  struct item *fresh = malloc(sizeof *fresh);
  if (!head || !head->next) {
    free(fresh);
    return;
  }
  head->next->value = 8;
  head->next->next = 0;
  fresh->next = 0;
  fresh->value = 7;
  head->next = fresh;
}
