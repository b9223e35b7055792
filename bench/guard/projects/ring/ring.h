// Bytes between a writer and a reader, in a ring of fixed size.
#ifndef RING_H
#define RING_H

enum { RING_SIZE = 16 };

typedef struct {
  unsigned char bytes[RING_SIZE];
  unsigned start;  // where the oldest byte is
  unsigned used;
} ring;

void ring_init(ring* bytes);
unsigned ring_free(const ring* bytes);
unsigned ring_write(ring* bytes, const unsigned char* from, unsigned count);
unsigned ring_read(ring* bytes, unsigned char* to, unsigned count);
unsigned ring_skip(ring* bytes, unsigned count);
int ring_find(const ring* bytes, unsigned char wanted);
unsigned ring_skip_line(ring* bytes);

#endif
