#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  printf("%d\n", n > 1000000 ? n : 7);
  return n == 123456;
}
