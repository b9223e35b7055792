struct item {
  char *name;
  struct item *next;
  int *values;
  int kind;
};

struct two {
  long first, second, third;
};
int outside(struct two);  // a structure by value cannot be written down

int f(struct item *item) {
  if (item->kind > 3) return outside((struct two){item->kind});
  return item->kind * 2;
}
