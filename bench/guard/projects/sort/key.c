// Keys: how they are written on the command line, and where they are in a line.
#include "sort.h"

static int is_blank(char c) { return c == ' ' || c == '\t'; }

// Reads a positive number; where it ends, or a null pointer if there is none.
static const char* parse_position(const char* text, int* out) {
  int value = 0;
  const char* at = text;
  for (; *at >= '0' && *at <= '9'; at++) {
    if (value > 9999) return 0;
    value = value * 10 + (*at - '0');
  }
  if (at == text || value == 0) return 0;
  *out = value;
  return at;
}

// Adds what an option letter tells. 0, or -1 if it is none of these.
int manner_set(manner* how, char letter) {
  switch (letter) {
    case 'n':
      how->numeric = 1;
      return 0;
    case 'r':
      how->reverse = 1;
      return 0;
    case 'f':
      how->fold = 1;
      return 0;
    case 'b':
      how->blanks = 1;
      return 0;
    default:
      return -1;
  }
}

// FIRST[.CHARACTER][,LAST][LETTERS], such as 2,3nr or 1.5. 0, or -1 if it is no key.
int key_parse(const char* text, key* out) {
  key read = {0, 0, 0, {0, 0, 0, 0}};
  int character = 1;
  text = parse_position(text, &read.first);
  if (text && *text == '.') text = parse_position(text + 1, &character);
  if (text && *text == ',') text = parse_position(text + 1, &read.last);
  if (!text) return -1;
  for (; *text; text++) {
    if (manner_set(&read.how, *text) < 0) return -1;
  }
  read.skipped = character - 1;
  *out = read;
  return 0;
}

// Where the field ends in which `at` is. Blanks in front of a field belong to it.
int field_end(const char* line, int at, char separator) {
  if (separator) {
    while (line[at] && line[at] != separator) at++;
    return at;
  }
  while (is_blank(line[at])) at++;
  while (line[at] && !is_blank(line[at])) at++;
  return at;
}

// Where the field begins that stands behind so many others; the end of the line, if there are not so many.
int field_begin(const char* line, int fields, char separator) {
  int at = 0;
  for (; fields > 0 && line[at]; fields--) {
    at = field_end(line, at, separator);
    if (separator && line[at]) at++;
  }
  return at;
}

// Where the key begins and ends. One that the line does not have is empty.
void key_find(const char* line, const key* wanted, char separator, int* begin, int* end) {
  int from = field_begin(line, wanted->first - 1, separator), to = from;
  if (wanted->last == 0) {
    while (line[to]) to++;
  }
  for (int field = wanted->first; field <= wanted->last && line[to]; field++) {
    if (field > wanted->first && separator && line[to]) to++;
    to = field_end(line, to, separator);
  }
  while (wanted->how.blanks && from < to && is_blank(line[from])) from++;
  *begin = wanted->skipped < to - from ? from + wanted->skipped : to;
  *end = to;
}
