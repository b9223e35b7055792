// What was written and closed stays, whatever happens to the program.
#include <stdio.h>
#include <stdlib.h>

int save(int value) {
  FILE *state = fopen("state", "w");
  if (state == NULL) return 0;
  fputs(value > 5 ? "large" : "small", state);
  fclose(state);
  abort();
}
