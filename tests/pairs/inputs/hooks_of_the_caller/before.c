// How memory is had is the caller's choice: as a rule the library's functions.
#include <stdlib.h>

typedef struct {
  void *(*allocate)(size_t size);
  void *(*resize)(void *memory, size_t size);
  void (*release)(void *memory);
} Hooks;
const Hooks standard = {malloc, realloc, free};

int *pair_of(const Hooks *hooks, int first, int second) {
  int *pair = hooks->allocate(2 * sizeof *pair);
  if (pair == NULL) return NULL;
  pair[0] = first;
  pair[1] = second;
  pair = hooks->resize(pair, 3 * sizeof *pair);
  if (pair != NULL) pair[2] = first + second;
  return pair;
}
