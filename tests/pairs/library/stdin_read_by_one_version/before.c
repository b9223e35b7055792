#include <stdio.h>

int f(int x) {
  getchar();
  return x;
}
