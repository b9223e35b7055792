// Members came and went, and after writes one that before does not have: that shows to whoever reads it there.
struct pool {
  struct item *first_free;
  struct item *last_free;
  unsigned long seeds[2];
  _Bool is_seeded;
  int used;
  int limit;
};
struct item {
  int value;
  struct item *next;
};

int take(struct pool *pool, int wanted) {
  if (wanted > pool->limit - pool->used) return -1;
  pool->is_seeded = 1;
  return pool->used += wanted;
}
