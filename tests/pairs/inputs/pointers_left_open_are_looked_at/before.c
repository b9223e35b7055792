// The same, whoever looks: comparisons with null and with each other, copies, choices and accesses.
struct list {
  int a;
  struct list *next, *other;
};

int look(struct list *list, int x) {
  struct list *one = x > 3 ? list->next : list->other;
  if (one == list->next && one != 0) return one->a + x;
  if (list->other == 0) return list->next != 0;
  list->next = list->other;
  return list->other->a;
}
