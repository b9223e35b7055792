#include <stdio.h>

int f(int x) {
  FILE *out = fopen("out.txt", "w");
  if (!out) return 1;
  fprintf(out, "%d\n", x == 7 ? 1 : 0);
  fclose(out);
  return 0;
}
