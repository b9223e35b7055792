// Lines that match a pattern: a small grep.
#ifndef GREP_H
#define GREP_H

enum { NODE_LIMIT = 64, SET_BYTES = 32, NO_LIMIT = 1000000 };
enum { NODE_CHAR, NODE_ANY, NODE_SET, NODE_BEGIN, NODE_END };
enum { PATTERN_FINE = 0, PATTERN_OPEN_SET = 1, PATTERN_NOTHING_TO_REPEAT = 2, PATTERN_TOO_LONG = 3, PATTERN_ENDS_IN_ESCAPE = 4 };

// A bit for each character.
typedef struct {
  unsigned char bits[SET_BYTES];
} charset;

// One thing to match, so many times.
typedef struct {
  int kind;
  unsigned char c;  // of NODE_CHAR
  charset set;      // of NODE_SET
  int least, most;
} node;

typedef struct {
  node nodes[NODE_LIMIT];
  int count;
  int fold;  // 1 if upper and lower case are the same
} pattern;

typedef struct {
  int invert, count, numbers, only, whole, quiet, fold;  // 1 or 0
  int limit;                                             // of lines that are selected
} options;

// set.c
void set_add(charset* set, unsigned char c);
int set_has(const charset* set, unsigned char c);
void set_invert(charset* set);
unsigned set_parse(const char* text, unsigned length, unsigned at, charset* set);

// pattern.c
int pattern_parse(const char* text, unsigned length, int fold, pattern* out);
const char* pattern_problem(int status);

// match.c
int match_here(const pattern* wanted, int from, const char* line, int length, int at);
int match_find(const pattern* wanted, const char* line, int length, int start, int* begin, int* end);
int match_whole(const pattern* wanted, const char* line, int length);

// options.c
int options_parse(int argc, char** argv, options* out);

// select.c
typedef struct {
  int number;    // of the line
  int selected;  // so far
} progress;

int line_selected(const options* chosen, const pattern* wanted, const char* line, int length);
int take_line(const options* chosen, const pattern* wanted, const char* line, int length, progress* so_far);
int print_matches(const pattern* wanted, const char* line, int length);

#endif
