// Matching by backtracking: as many repetitions as possible first.
#include "grep.h"

static unsigned char lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? (unsigned char)(c - 'A' + 'a') : c; }

static unsigned char upper(unsigned char c) { return c >= 'a' && c <= 'z' ? (unsigned char)(c - 'a' + 'A') : c; }

static int matches_one(const pattern* wanted, const node* one, unsigned char c) {
  switch (one->kind) {
    case NODE_CHAR:
      return one->c == (wanted->fold ? lower(c) : c);
    case NODE_ANY:
      return 1;
    case NODE_SET:
      return wanted->fold ? set_has(&one->set, lower(c)) || set_has(&one->set, upper(c)) : set_has(&one->set, c);
    default:
      return 0;
  }
}

// How often the node matches from there on, one time after the other.
static int count_repetitions(const pattern* wanted, const node* one, const char* line, int length, int at) {
  int count = 0;
  while (count < one->most && at + count < length && matches_one(wanted, one, (unsigned char)line[at + count])) count++;
  return count;
}

// Matches the nodes behind `from`, beginning at `at`; where the match ends, or -1.
int match_here(const pattern* wanted, int from, const char* line, int length, int at) {
  if (from == wanted->count) return at;
  const node* one = &wanted->nodes[from];
  if (one->kind == NODE_BEGIN) return at == 0 ? match_here(wanted, from + 1, line, length, at) : -1;
  if (one->kind == NODE_END) return at == length ? match_here(wanted, from + 1, line, length, at) : -1;
  for (int count = count_repetitions(wanted, one, line, length, at); count >= one->least; count--) {
    int end = match_here(wanted, from + 1, line, length, at + count);
    if (end >= 0) return end;
  }
  return -1;
}

// The first match that begins at `start` or later: 1, or 0 if there is none.
int match_find(const pattern* wanted, const char* line, int length, int start, int* begin, int* end) {
  for (int at = start; at <= length; at++) {
    int found = match_here(wanted, 0, line, length, at);
    if (found < 0) continue;
    *begin = at;
    *end = found;
    return 1;
  }
  return 0;
}

// Whether the pattern matches the line from its beginning to its end.
int match_whole(const pattern* wanted, const char* line, int length) {
  pattern closed = *wanted;
  if (closed.count == NODE_LIMIT) return match_here(wanted, 0, line, length, 0) == length;
  closed.nodes[closed.count].kind = NODE_END;
  closed.count++;
  return match_here(&closed, 0, line, length, 0) == length;
}
