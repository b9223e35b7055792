#include <string.h>

struct item {
  char kind;
  int count;
};

int f(const struct item *a, const struct item *b) { return a->kind == b->kind && a->count == b->count; }
