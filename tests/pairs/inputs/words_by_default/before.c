#include <stdio.h>
int main(int argc, char **argv) {
  if (argc < 3) return 1;
  printf("%c\n", argv[2][0]);
  return 0;
}
