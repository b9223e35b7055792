#include <stdio.h>

int f(int x) {
  if (getchar() != EOF) ungetc('a', stdin);
  return x;
}
