// Buffers that grow, rings, and headers in front of what a pointer points to.
#include <stdlib.h>
#include <string.h>

struct buffer {
  unsigned char *bytes;
  unsigned used, room;
};

int buffer_reserve(struct buffer *b, unsigned more) {
  unsigned char *fresh;
  unsigned room;
  if (b == 0 || more > 16) return -1;
  if (b->used <= b->room && b->room - b->used >= more) return 0;
  room = (b->used & 15) + more;
  fresh = malloc(room + 1);
  if (fresh == 0) return -1;
  memset(fresh, 0, room + 1);
  b->bytes = fresh;
  b->room = room;
  b->used = 0;
  return 1;
}

int buffer_put(struct buffer *b, unsigned char byte) {
  if (b == 0 || b->bytes == 0 || b->used >= 3) return 0;
  b->bytes[b->used++] = byte;
  b->bytes[b->used] = 0;
  return 1;
}

void buffer_shift(struct buffer *b, unsigned n) {
  if (b == 0 || b->bytes == 0 || n > b->used || b->used > 4) return;
  memmove(b->bytes, b->bytes + n, b->used - n);
  b->used -= n;
}

void buffer_swap(struct buffer *a, struct buffer *b) {
  struct buffer kept;
  if (a == 0 || b == 0) return;
  kept = *a;
  *a = *b;
  *b = kept;
}

#define RING 4
struct ring {
  int slots[RING];
  unsigned head, tail;
};

int ring_push(struct ring *r, int value) {
  if (r == 0 || r->tail - r->head >= RING) return 0;
  r->slots[r->tail++ % RING] = value;
  return 1;
}

int ring_pop(struct ring *r, int *value) {
  if (r == 0 || value == 0 || r->tail == r->head) return 0;
  *value = r->slots[r->head++ % RING];
  return 1;
}

struct chunk {
  struct chunk *next;
  char *at, *end;
  char space[8];
};

// The two pointers lead into the object they stand in.
void chunk_clear(struct chunk *c) {
  if (c == 0) return;
  c->at = c->space;
  c->end = c->space + sizeof c->space;
  c->next = 0;
}

char *chunk_take(struct chunk *c, unsigned n) {
  char *given;
  if (c == 0) return 0;
  c->at = c->space + 2;
  c->end = c->space + sizeof c->space;
  if (n > (unsigned)(c->end - c->at)) return 0;
  given = c->at;
  c->at += n;
  return given;
}

struct counted {
  int references;
  int *shared;
};

struct counted *counted_hold(struct counted *c) {
  if (c != 0) c->references++;
  return c;
}

int counted_drop(struct counted **slot) {
  struct counted *c;
  if (slot == 0 || *slot == 0) return 0;
  c = *slot;
  *slot = 0;
  return --c->references == 0;
}

// Another file has a static of this name, too.
static int memory[2];

int *scratch(int x) {
  memory[0] = x;
  return memory;
}
