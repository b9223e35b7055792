#ifndef STORE_H
#define STORE_H

typedef struct {
  int in_catalogue;  // 1 or 0
  int items;         // in stock
  int price;         // of one, in cents
} product;

int is_available(const product* wanted);
int available_products(const product* products, int count);
int cheapest(const product* products, int count);

#endif
