#include <stdio.h>
int next(int unused) {
  FILE *file = tmpfile();
  float number = 0;
  fputs("inked", file);
  rewind(file);
  fscanf(file, "%f", &number);
  int c = getc(file);
  fclose(file);
  return c;
}
