#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sort.h"

static int make_room(input* in) {
  if (in->size < in->capacity) return 0;
  unsigned capacity = in->capacity == 0 ? 4096 : in->capacity * 2;
  char* text = realloc(in->text, capacity);
  if (!text) return -1;
  in->text = text;
  in->capacity = capacity;
  return 0;
}

static int add_byte(input* in, char byte) {
  if (make_room(in) < 0) return -1;
  in->text[in->size++] = byte;
  return 0;
}

// Appends the lines of a file ("-" is standard input); a last line without end gets one. 0, or -1 on failure.
int input_read(input* in, const char* file) {
  FILE* from = strcmp(file, "-") ? fopen(file, "r") : stdin;
  if (!from) return -1;
  int c, failed = 0;
  while (!failed && (c = getc(from)) != EOF) failed = add_byte(in, (char)c) < 0;
  if (!failed && in->size > 0 && in->text[in->size - 1] != '\n') failed = add_byte(in, '\n') < 0;
  failed |= ferror(from) != 0;
  if (from != stdin) fclose(from);
  return failed ? -1 : 0;
}

static unsigned count_lines(const input* in) {
  unsigned count = 0;
  for (unsigned i = 0; i < in->size; i++) count += in->text[i] == '\n';
  return count;
}

// Makes a string of each line. 0, or -1 if there is no memory.
int input_split(input* in) {
  in->count = 0;
  in->lines = malloc((count_lines(in) + 1) * sizeof *in->lines);
  if (!in->lines) return -1;
  unsigned begin = 0;
  for (unsigned i = 0; i < in->size; i++) {
    if (in->text[i] != '\n') continue;
    in->text[i] = '\0';
    in->lines[in->count++] = in->text + begin;
    begin = i + 1;
  }
  return 0;
}

void input_free(input* in) {
  free(in->text);
  free(in->lines);
}
