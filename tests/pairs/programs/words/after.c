#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  int loud = 0, i;
  for (i = 1; i < argc; i++)
    if (argv[i][0] == 45 && argv[i][1] == 108) loud = 1;
  puts(loud ? "HELLO" : "hello");
  return argc > 2 && !loud;
}
