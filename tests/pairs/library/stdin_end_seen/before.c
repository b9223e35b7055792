#include <stdio.h>

int f(int x) {
  if (feof(stdin)) return -1;
  getchar();
  return x;
}
