// Sets of characters, and how they are written: [abc], [a-z0-9], [^ ].
#include <string.h>

#include "grep.h"

void set_add(charset* set, unsigned char c) { set->bits[c / 8] |= (unsigned char)(1 << c % 8); }

int set_has(const charset* set, unsigned char c) { return set->bits[c / 8] >> c % 8 & 1; }

void set_invert(charset* set) {
  for (int i = 0; i < SET_BYTES; i++) set->bits[i] = (unsigned char)~set->bits[i];
}

static void add_range(charset* set, unsigned char from, unsigned char to) {
  for (int c = from; c <= to; c++) set_add(set, (unsigned char)c);
}

// Reads a set whose [ stands before `at`; where the text goes on behind its ], or 0 if there is none.
unsigned set_parse(const char* text, unsigned length, unsigned at, charset* set) {
  unsigned inverted = at < length && text[at] == '^';
  memset(set, 0, sizeof *set);
  for (at += inverted; at < length && text[at] != ']'; at++) {
    if (at + 2 < length && text[at + 1] == '-' && text[at + 2] != ']') {
      add_range(set, (unsigned char)text[at], (unsigned char)text[at + 2]);
      at += 2;
    } else {
      set_add(set, (unsigned char)text[at]);
    }
  }
  if (inverted) set_invert(set);
  return at < length ? at + 1 : 0;
}
