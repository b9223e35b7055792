// Members came and went, of types for which one could be the other by a new name; the entry leaves all of them alone.
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
  return pool->used += wanted;
}
