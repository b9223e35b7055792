// tally < TEXT: prints lines, words and bytes, and how long a line is on average. The text is cut at 64 KiB.
#include <stdio.h>

#include "tally.h"

int main(void) {
  static char text[65536];
  tally counts;
  tally_text(text, (unsigned)fread(text, 1, sizeof text, stdin), &counts);
  printf("%u %u %u\n", counts.lines, counts.words, counts.bytes);
  printf("average %u\n", tally_average(&counts));
  return 0;
}
