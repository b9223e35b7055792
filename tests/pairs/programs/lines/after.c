#include <stdio.h>
int main(void) {
  int c, lines = 0, inside = 0;
  while ((c = getchar()) != EOF) {
    if (!inside) lines++;
    inside = c != '\n';
  }
  printf("%d\n", lines);
  return 0;
}
