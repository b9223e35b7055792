#include <stddef.h>

struct buffer {
  unsigned char *bytes;
  size_t used;
  size_t room;
};

int sum(const struct buffer *b) {
  int s = 0;
  for (size_t i = 0; i < b->used; i++) s += b->bytes[i];
  return s;
}
