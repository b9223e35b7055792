#include <string.h>

#include "sort.h"

// The value of an option: behind its letter or the next word. A null pointer if there is none.
static const char* value_of(const char* rest, int argc, char** argv, int* at) {
  if (*rest) return rest;
  if (*at + 1 >= argc) return 0;
  return argv[++*at];
}

static int set_separator(const char* value, options* out) {
  if (!value || strlen(value) != 1) return -1;
  out->separator = *value;
  return 0;
}

static int add_key(const char* value, options* out) {
  if (!value || out->key_count == KEY_LIMIT || key_parse(value, &out->keys[out->key_count]) < 0) return -1;
  out->key_count++;
  return 0;
}

// Letters of one word, such as -nr or -k2. 0, or -1 if one is wrong.
static int parse_word(const char* letters, int argc, char** argv, int* at, options* out) {
  for (; *letters; letters++) {
    switch (*letters) {
      case 'u':
        out->unique = 1;
        break;
      case 's':
        out->stable = 1;
        break;
      case 't':
        return set_separator(value_of(letters + 1, argc, argv, at), out);
      case 'k':
        return add_key(value_of(letters + 1, argc, argv, at), out);
      default:
        if (manner_set(&out->how, *letters) < 0) return -1;
    }
  }
  return 0;
}

// Where the files begin, or -1 if an option is wrong.
int options_parse(int argc, char** argv, options* out) {
  memset(out, 0, sizeof *out);
  int at = 1;
  for (; at < argc && argv[at][0] == '-' && argv[at][1]; at++) {
    if (!strcmp(argv[at], "--")) return at + 1;
    if (parse_word(argv[at] + 1, argc, argv, &at, out) < 0) return -1;
  }
  return at;
}
