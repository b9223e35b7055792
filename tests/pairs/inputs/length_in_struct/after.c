#include <stddef.h>

struct buffer {
  unsigned char *bytes;
  size_t used;
  size_t room;
};

int sum(const struct buffer *b) {
  int s = 0;
  for (const unsigned char *p = b->bytes, *end = p + b->used; p < end; p++) s = *p + s;
  return s;
}
