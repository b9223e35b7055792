#include <stdio.h>
int ask(int channel);
int go(int x) {
  if (x >= 5) ask(1);
  printf("%d\n", x);
  if (x < 5) ask(1);
  return x * 2;
}
