struct node { int value; struct node *next; };
int f(const struct node *list, int value) {
  int place = 0;
  for (const struct node *node = list; node && node->next; node = node->next) {
    if (node->value == value) return place;
    place++;
  }
  return -1;
}
