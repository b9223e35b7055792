#include "tally.h"

static int is_space(char c) { return c == ' ' || c == '\t' || c == '\n'; }

void tally_text(const char* text, unsigned length, tally* counts) {
  int inside = 0;  // of a word
  counts->lines = counts->words = counts->bytes = 0;
  for (unsigned i = 0; i < length; i++) {
    char c = text[i];
    counts->bytes++;
    if (c == '\n') counts->lines++;
    if (!is_space(c) && !inside) counts->words++;
    inside = !is_space(c);
  }
}

void tally_add(tally* sum, const tally* counts) {
  sum->lines += counts->lines;
  sum->words += counts->words;
  sum->bytes += counts->bytes;
}

// Bytes of a line, rounded down; 0 if there is no line.
unsigned tally_average(const tally* counts) { return counts->lines == 0 ? 0 : counts->bytes / counts->lines; }
