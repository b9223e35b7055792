// A sort of lines: by keys, as text or as numbers, stable, unique, in reverse.
#ifndef SORT_H
#define SORT_H

enum { KEY_LIMIT = 8, DIGIT_LIMIT = 18 };

// How to compare: a key has its own, or that of all.
typedef struct {
  int numeric, reverse, fold, blanks;  // 1 or 0; `blanks`: those in front do not count
} manner;

typedef struct {
  int first, last;  // fields, from 1; last is 0 if the key goes to the end of the line
  int skipped;      // characters of the first field
  manner how;
} key;

typedef struct {
  char separator;  // of fields; 0 if they are separated by blanks
  key keys[KEY_LIMIT];
  int key_count;
  manner how;
  int unique, stable;
} options;

// input.c
typedef struct {
  char* text;  // of all files, each line a string
  unsigned size, capacity;
  const char** lines;
  unsigned count;
} input;

int input_read(input* in, const char* file);
int input_split(input* in);
void input_free(input* in);

// key.c
int key_parse(const char* text, key* out);
int manner_set(manner* how, char letter);
int field_end(const char* line, int at, char separator);
int field_begin(const char* line, int fields, char separator);
void key_find(const char* line, const key* wanted, char separator, int* begin, int* end);

// compare.c
long number_of(const char* text, int length);
int compare_text(const char* a, int a_length, const char* b, int b_length, int fold);
int compare_numbers(const char* a, int a_length, const char* b, int b_length);
int compare_lines(const options* wanted, const char* a, const char* b);

// order.c
void merge(const options* wanted, const char** from, unsigned begin, unsigned middle, unsigned end, const char** to);
int order_lines(const options* wanted, const char** lines, unsigned count);
unsigned unique_lines(const options* wanted, const char** lines, unsigned count);

// options.c
int options_parse(int argc, char** argv, options* out);

#endif
