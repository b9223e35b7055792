// Sets of characters, and how they are written: [abc], [a-z0-9], [^ ].
#include <string.h>

#include "grep.h"

void set_add(unsigned char* set, unsigned char c) { set[c / 8] |= (unsigned char)(1 << c % 8); }

int set_has(const unsigned char* set, unsigned char c) { return set[c / 8] >> c % 8 & 1; }

void set_invert(unsigned char* set) {
  for (int i = 0; i < SET_BYTES; i++) set[i] = (unsigned char)~set[i];
}

static void add_range(unsigned char* set, unsigned char from, unsigned char to) {
  for (int c = from; c <= to; c++) set_add(set, (unsigned char)c);
}

// Reads a set whose [ stands before `at`; where the text goes on behind its ], or -1 if there is none.
int set_parse(const char* text, int length, int at, unsigned char* set) {
  int inverted = at < length && text[at] == '^';
  memset(set, 0, SET_BYTES);
  for (at += inverted; at < length && text[at] != ']'; at++) {
    if (at + 2 < length && text[at + 1] == '-' && text[at + 2] != ']') {
      add_range(set, (unsigned char)text[at], (unsigned char)text[at + 2]);
      at += 2;
    } else {
      set_add(set, (unsigned char)text[at]);
    }
  }
  if (inverted) set_invert(set);
  return at < length ? at + 1 : -1;
}
