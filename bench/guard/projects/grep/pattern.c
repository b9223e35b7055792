// Patterns: characters, `.`, sets, `^` in front, `$` at the end, a backslash before what is to stand for itself, and `*` or `?` behind what
// it repeats.
#include "grep.h"

static unsigned char lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? (unsigned char)(c - 'A' + 'a') : c; }

static node* add_node(pattern* out, int kind, unsigned char c) {
  if (out->count == NODE_LIMIT) return 0;
  node* added = &out->nodes[out->count++];
  added->kind = kind;
  added->c = c;
  added->least = added->most = 1;
  return added;
}

static int can_be_repeated(const node* last) {
  return last->kind != NODE_BEGIN && last->kind != NODE_END && last->most == 1 && last->least == 1;
}

static int repeat(pattern* out, int least, int most) {
  if (out->count == 0 || !can_be_repeated(&out->nodes[out->count - 1])) return PATTERN_NOTHING_TO_REPEAT;
  out->nodes[out->count - 1].least = least;
  out->nodes[out->count - 1].most = most;
  return PATTERN_FINE;
}

static int add_simple(pattern* out, int kind, char c) {
  unsigned char meant = (unsigned char)c;
  return add_node(out, kind, out->fold ? lower(meant) : meant) ? PATTERN_FINE : PATTERN_TOO_LONG;
}

static int add_set(const char* text, unsigned length, unsigned* at, pattern* out) {
  node* added = add_node(out, NODE_SET, 0);
  if (!added) return PATTERN_TOO_LONG;
  unsigned end = set_parse(text, length, *at + 1, &added->set);
  if (end == 0) return PATTERN_OPEN_SET;
  *at = end - 1;
  return PATTERN_FINE;
}

static int add_escaped(const char* text, unsigned length, unsigned* at, pattern* out) {
  if (*at + 1 == length) return PATTERN_ENDS_IN_ESCAPE;
  ++*at;
  return add_simple(out, NODE_CHAR, text[*at]);
}

static int add_next(const char* text, unsigned length, unsigned* at, pattern* out) {
  char c = text[*at];
  switch (c) {
    case '.':
      return add_simple(out, NODE_ANY, c);
    case '[':
      return add_set(text, length, at, out);
    case '\\':
      return add_escaped(text, length, at, out);
    case '*':
      return repeat(out, 0, NO_LIMIT);
    case '?':
      return repeat(out, 0, 1);
    case '^':
      return add_simple(out, *at == 0 ? NODE_BEGIN : NODE_CHAR, c);
    case '$':
      return add_simple(out, *at + 1 == length ? NODE_END : NODE_CHAR, c);
    default:
      return add_simple(out, NODE_CHAR, c);
  }
}

// What is wrong with the pattern, or PATTERN_FINE.
int pattern_parse(const char* text, unsigned length, int fold, pattern* out) {
  out->count = 0;
  out->fold = fold;
  for (unsigned at = 0; at < length; at++) {
    int status = add_next(text, length, &at, out);
    if (status != PATTERN_FINE) return status;
  }
  return PATTERN_FINE;
}

const char* pattern_problem(int status) {
  switch (status) {
    case PATTERN_OPEN_SET:
      return "a [ without ]";
    case PATTERN_NOTHING_TO_REPEAT:
      return "nothing to repeat";
    case PATTERN_TOO_LONG:
      return "pattern too long";
    case PATTERN_ENDS_IN_ESCAPE:
      return "a backslash at the end";
    default:
      return "fine";
  }
}
