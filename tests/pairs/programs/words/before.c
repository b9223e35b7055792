#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  int loud = 0, i;
  for (i = 1; i < argc; i++)
    if (strcmp(argv[i], "-l") == 0) loud = 1;
  puts(loud ? "HELLO" : "hello");
  return argc > 2 && !loud;
}
