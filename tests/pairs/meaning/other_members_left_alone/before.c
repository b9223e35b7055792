// Members came and went, of types for which one could be the other by a new name; the entry leaves all of them alone.
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
