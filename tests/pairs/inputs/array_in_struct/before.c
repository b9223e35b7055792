#include <stdbool.h>
struct stack { int items[4]; int top; };
bool f(struct stack *stack, int item) {
  if (stack->top < 0 || stack->top >= 4) return false;
  stack->items[stack->top++] = item;
  return true;
}
