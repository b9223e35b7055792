#include <stdio.h>
#include <stdlib.h>
int main(void) {
  FILE *file = fopen("log", "w");
  fputs("bbb", file);
  rewind(file);
  fputs("xyz", file);
  abort();
}
