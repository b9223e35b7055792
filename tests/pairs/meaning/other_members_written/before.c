// Members came and went, and after writes one that before does not have: that shows to whoever reads it there.
struct pool {
  struct item *free_items;
  unsigned long salt;
  int used;
  int limit;
};
struct item {
  int value;
  struct item *next;
};

int take(struct pool *pool, int wanted) {
  if (wanted > pool->limit - pool->used) return -1;
  pool->used += wanted;
  return pool->used;
}
