#include <stdio.h>
int main(void) {
  int c, lines = 0, last = 10;
  while ((c = getchar()) != EOF) {
    if (c == 10) lines++;
    last = c;
  }
  if (last != 10) lines++;
  printf("%d\n", lines);
  return 0;
}
