#include <stddef.h>
struct node {
  int value;
  struct node *next;
};
struct node *find(struct node *head, int v) {
  struct node *last = NULL;
  for (; head != NULL; head = head->next)
    if (head->value == v) last = head;
  return last;
}
