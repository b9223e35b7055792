#include <string.h>

#include "grep.h"

// A number up to NO_LIMIT, or -1.
static int parse_limit(const char* text) {
  int value = 0;
  if (!*text) return -1;
  for (; *text; text++) {
    if (*text < '0' || *text > '9') return -1;
    value = value * 10 + (*text - '0');
    if (value > NO_LIMIT) value = NO_LIMIT;
  }
  return value;
}

static int set_flag(char letter, options* out) {
  switch (letter) {
    case 'v':
      return out->invert = 1;
    case 'c':
      return out->count = 1;
    case 'n':
      return out->numbers = 1;
    case 'o':
      return out->only = 1;
    case 'x':
      return out->whole = 1;
    case 'q':
      return out->quiet = 1;
    case 'i':
      return out->fold = 1;
    default:
      return 0;
  }
}

static int parse_word(const char* letters, int argc, char** argv, int* at, options* out) {
  for (; *letters; letters++) {
    if (*letters == 'm') {
      const char* value = letters[1] ? letters + 1 : *at + 1 < argc ? argv[++*at] : "";
      out->limit = parse_limit(value);
      return out->limit < 0 ? -1 : 0;
    }
    if (!set_flag(*letters, out)) return -1;
  }
  return 0;
}

// Where the pattern stands, or -1 if an option is wrong.
int options_parse(int argc, char** argv, options* out) {
  memset(out, 0, sizeof *out);
  out->limit = NO_LIMIT;
  int at = 1;
  for (; at < argc && argv[at][0] == '-' && argv[at][1]; at++) {
    if (!strcmp(argv[at], "--")) return at + 1;
    if (parse_word(argv[at] + 1, argc, argv, &at, out) < 0) return -1;
  }
  return at;
}
