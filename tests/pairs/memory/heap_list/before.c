#include <stdlib.h>
struct node { int value; struct node *next; };
int f(int a, int b) {
  struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  first->value = a; first->next = second;
  second->value = b; second->next = 0;
  int sum = 0;
  for (struct node *n = first; n; n = n->next) sum += n->value;
  free(second); free(first);
  return sum;
}
