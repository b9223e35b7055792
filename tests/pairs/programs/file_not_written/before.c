#include <stdio.h>
int main(int argc, char **argv) {
  FILE *f = fopen("out.txt", "w");
  if (!f) return 1;
  fprintf(f, "%c", argv[1][0] == 'x' ? 'y' : 'n');
  fclose(f);
  return 0;
}
