// Texts for the columns of a table.
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

size_t text_trim(const char* text, size_t* begin);
size_t text_collapse(char* text);
size_t text_words(const char* text);
size_t text_shorten(char* out, size_t size, const char* text);
size_t text_row(char* out, size_t size, const char* left, const char* right, size_t width);

#endif
