#include <stddef.h>
struct node {
  int value;
  struct node *next;
};
struct node *find(struct node *head, int v) {
  for (; head != NULL; head = head->next)
    if (head->value == v) return head;
  return NULL;
}
