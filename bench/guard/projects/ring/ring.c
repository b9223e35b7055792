#include "ring.h"

void ring_init(ring* bytes) { bytes->start = bytes->used = 0; }

unsigned ring_free(const ring* bytes) { return RING_SIZE - bytes->used; }

// Writes what there is room for; how much that was.
unsigned ring_write(ring* bytes, const unsigned char* from, unsigned count) {
  unsigned written = 0;
  while (written < count && bytes->used < RING_SIZE) {
    bytes->bytes[(bytes->start + bytes->used) % RING_SIZE] = from[written++];
    bytes->used++;
  }
  return written;
}

// Reads the oldest bytes, at most so many; how many there were.
unsigned ring_read(ring* bytes, unsigned char* to, unsigned count) {
  unsigned got = 0;
  while (got < count && bytes->used > 0) {
    to[got++] = bytes->bytes[bytes->start];
    bytes->start = bytes->start + 1 < RING_SIZE ? bytes->start + 1 : 0;
    bytes->used--;
  }
  return got;
}

// Drops the oldest bytes, at most so many; how many there were.
unsigned ring_skip(ring* bytes, unsigned count) {
  if (count > bytes->used) count = bytes->used;
  bytes->start = (bytes->start + count) % RING_SIZE;
  bytes->used -= count;
  return count;
}

// How many bytes stand before the first such byte, or -1.
int ring_find(const ring* bytes, unsigned char wanted) {
  for (unsigned i = 0; i < bytes->used; i++) {
    if (bytes->bytes[(bytes->start + i) % RING_SIZE] == wanted) return (int)i;
  }
  return -1;
}

// Drops the rest of a line with its end; if there is no end, everything.
unsigned ring_skip_line(ring* bytes) {
  int end = ring_find(bytes, '\n');
  return ring_skip(bytes, end < 0 ? bytes->used : (unsigned)end + 1);
}
