// The file still has what the buffer would have overwritten.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  FILE *file = fopen("log", "w");
  fputs("aaa", file);
  rewind(file);
  fputs("xyz", file);
  abort();
}
