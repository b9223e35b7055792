#include <stdio.h>
int total;
int add(int x) {
  total += x;
  printf("added %d\n", x);
  return total > 100;
}
