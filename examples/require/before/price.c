#include "price.h"

int price(const struct order* order, int is_member) {
  int total = order->count * order->unit;
  if (order->count > 10)
    total -= total / 10;
  if (is_member)
    total -= 5;
  return total;
}

int limited(int amount) {
  if (amount > 100)
    return 100;
  return amount;
}
