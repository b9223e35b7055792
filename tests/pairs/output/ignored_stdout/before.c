#include <stdio.h>
int total;
int add(int x) {
  total += x;
  printf("adding %d\n", x);
  return total > 100;
}
