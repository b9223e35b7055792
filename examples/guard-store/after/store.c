#include "store.h"

// -1 tells that the product is not in the catalogue at all.
int is_available(const product* wanted) {
  if (!wanted->in_catalogue) return -1;
  return wanted->items > 0;
}

// How many of the products a customer can have.
int available_products(const product* products, int count) {
  int total = 0;
  for (int i = 0; i < count; i++) total += is_available(&products[i]);
  return total;
}

// Where the cheapest product is that is available, or -1.
int cheapest(const product* products, int count) {
  int best = -1;
  for (int i = 0; i < count; i++) {
    if (is_available(&products[i]) == 1 && (best < 0 || products[i].price < products[best].price)) best = i;
  }
  return best;
}
