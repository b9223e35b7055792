#include <stdint.h>
// Where an input leads stays open until somebody looks; which number its address is, is nobody's business.
struct list {
  int a;
  struct list *next;
};

int bit(struct list *list) { return (int)((uintptr_t)list->next >> 5 & 1); }
