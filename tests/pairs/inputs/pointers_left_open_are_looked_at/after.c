// The same, whoever looks: comparisons with null and with each other, copies, choices and accesses.
struct list {
  int a;
  struct list *next, *other;
};

int look(struct list *list, int x) {
  struct list *one = x <= 3 ? list->other : list->next;
  if (one && list->next == one) return one->a + x;
  if (!list->other) return list->next ? 1 : 0;
  return (list->next = list->other)->a;
}
