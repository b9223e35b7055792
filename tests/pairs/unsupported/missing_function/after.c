struct item {
  char *name;
  struct item *next;
  int *values;
  int kind;
};

int outside(int);

int f(struct item *item) {
  if (item->kind > 3) return outside(item->kind + 1);
  return item->kind * 2;
}
