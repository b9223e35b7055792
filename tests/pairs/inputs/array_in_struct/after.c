#include <stdbool.h>
struct stack { int items[4]; int top; };
bool f(struct stack *stack, int item) {
  if ((unsigned)stack->top < 4) {
    int top = stack->top;
    stack->top = top + 1;
    stack->items[top] = item;
    return true;
  }
  return false;
}
