#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const char *level = getenv("LEVEL");
  if (level == NULL) {
    puts("default");
    return 0;
  }
  puts(level[0] == 'v' || level[0] == 'V' ? "verbose" : "quiet");
  return 0;
}
