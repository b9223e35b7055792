// The second writing hides what the first one left, but for the inputs that leave in between.
#include <stdio.h>
#include <stdlib.h>

static void note(const char *text) {
  FILE *journal = fopen("journal", "w");
  if (journal == NULL) return;
  fputs(text, journal);
  fclose(journal);
}

int record(unsigned key) {
  note("first");
  if (key * 40503u == 81006u) exit(3);
  note("second");
  return 1;
}
