// Counts what a text consists of.
#ifndef TALLY_H
#define TALLY_H

typedef struct {
  unsigned lines, words, bytes;
} tally;

void tally_text(const char* text, unsigned length, tally* counts);
void tally_add(tally* sum, const tally* counts);
unsigned tally_average(const tally* counts);

#endif
