#include "text.h"

#include <string.h>

static int is_blank(char c) { return c == ' '; }

// The length of the text without the blanks at its ends; `begin` is where it begins.
size_t text_trim(const char* text, size_t* begin) {
  size_t from = 0, to = strlen(text);
  while (from < to && is_blank(text[from])) from++;
  while (to > from && is_blank(text[to - 1])) to--;
  *begin = from;
  return to - from;
}

// Makes one blank of each run of blanks. The new length.
size_t text_collapse(char* text) {
  size_t kept = 0;
  for (size_t i = 0; text[i]; i++) {
    if (is_blank(text[i]) && kept > 0 && is_blank(text[kept - 1])) continue;
    text[kept++] = text[i];
  }
  text[kept] = '\0';
  return kept;
}

size_t text_words(const char* text) {
  size_t words = 0;
  int inside = 0;
  for (; *text; text++) {
    if (is_blank(*text)) {
      inside = 0;
    } else if (!inside) {
      inside = 1;
      words++;
    }
  }
  return words;
}

// Copies the text; one that does not fit into `size` bytes ends in two dots. What was written, without the end of the string.
size_t text_shorten(char* out, size_t size, const char* text) {
  size_t length = strlen(text);
  if (size == 0) return 0;
  if (length < size) {
    for (size_t i = 0; i <= length; i++) out[i] = text[i];
    return length;
  }
  for (size_t i = 0; i + 1 < size; i++) out[i] = i + 3 < size ? text[i] : '.';
  out[size - 1] = '\0';
  return size - 1;
}

// Two columns, the left one of `width` characters, with a blank between them. What was written.
size_t text_row(char* out, size_t size, const char* left, const char* right, size_t width) {
  if (width >= size || width + 1 == size) return text_shorten(out, size, left);
  size_t at = text_shorten(out, width + 1, left);
  while (at <= width) out[at++] = ' ';
  return at + text_shorten(out + at, size - at, right);
}
