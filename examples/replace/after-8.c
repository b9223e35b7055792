// replace PATTERN SUBSTITUTION: copies standard input to standard output and replaces every match of the pattern, line by line.
//
// Pattern:  c  that character          .     any character           [abc] [a-c] [^a-c]  a character of the class, or none of it
//           x* any number of x         ^ $   start and end of a line   \n \t \c          newline, tab, the character c itself
// Substitution:  & is the text that matched; \n \t \c as above.
// Exit status: 0 something was replaced, 1 nothing was, 2 bad usage or input.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_ITEMS = 32, MAX_RANGES = 32, MAX_PARTS = 64, MAX_LINE = 128 };

enum item_kind { LITERAL, ANY, CLASS, LINE_START, LINE_END };

struct range {
  unsigned char first, last;
};

struct item {
  enum item_kind kind;
  unsigned char character;  // of a literal
  bool repeated;
  bool negated;             // the rest: of a class
  int first_range, ranges;  // indices into the pattern's ranges
};

struct pattern {
  struct item items[MAX_ITEMS];
  int length;
  struct range ranges[MAX_RANGES];
  int range_count;
};

struct part {
  bool whole_match;
  unsigned char character;
};

struct substitution {
  struct part parts[MAX_PARTS];
  int length;
};

struct line {
  unsigned char text[MAX_LINE];
  int length;
  bool ended;  // by a newline, not by the end of the input
};

static void fail(const char* message) {
  fprintf(stderr, "replace: %s\n", message);
  exit(2);
}

// Reads one character, which may be escaped, and moves the text on.
static unsigned char take_character(const char** text) {
  char c = **text;
  (*text)++;
  if (c != '\\') return (unsigned char)c;
  c = **text;
  if (c == '\0') fail("nothing follows the backslash");
  (*text)++;
  if (c == 'n') return '\n';
  if (c == 't') return '\t';
  return (unsigned char)c;
}

static void add_range(struct pattern* pattern, struct item* item, unsigned char first, unsigned char last) {
  if (first > last) fail("a range goes backwards");
  if (pattern->range_count == MAX_RANGES) fail("too many ranges");
  pattern->ranges[pattern->range_count].first = first;
  pattern->ranges[pattern->range_count].last = last;
  pattern->range_count++;
  item->ranges++;
}

// Reads a class; the text stands behind its opening bracket, and then behind the closing one.
static void take_class(struct pattern* pattern, struct item* item, const char** text) {
  item->kind = CLASS;
  item->first_range = pattern->range_count;
  if (**text == '^') {
    item->negated = true;
    (*text)++;
  }
  bool first = true;  // a bracket in first place does not close
  while (first || **text != ']') {
    if (**text == '\0') fail("a class is not closed");
    unsigned char low = take_character(text);
    unsigned char high = low;
    if (**text == '-' && (*text)[1] != ']' && (*text)[1] != '\0') {
      (*text)++;
      high = take_character(text);
    }
    add_range(pattern, item, low, high);
    first = false;
  }
  (*text)++;
}

static struct item* add_item(struct pattern* pattern) {
  if (pattern->length == MAX_ITEMS) fail("the pattern is too long");
  struct item* item = &pattern->items[pattern->length];
  pattern->length++;
  item->kind = LITERAL;
  item->character = 0;
  item->repeated = false;
  item->negated = false;
  item->first_range = 0;
  item->ranges = 0;
  return item;
}

// A star repeats the item before it; where there is none it stands for itself.
static bool can_repeat(const struct pattern* pattern) {
  return pattern->length > 0 && pattern->items[pattern->length - 1].kind != LINE_START;
}

static void compile_pattern(struct pattern* pattern, const char* text) {
  const char* start = text;
  pattern->length = 0;
  pattern->range_count = 0;
  while (*text != '\0') {
    if (*text == '*' && can_repeat(pattern)) {
      pattern->items[pattern->length - 1].repeated = true;
      text++;
      continue;
    }
    struct item* item = add_item(pattern);
    if (*text == '^' && text == start) {
      item->kind = LINE_START;
      text++;
    } else if (*text == '$' && text[1] == '\0') {
      item->kind = LINE_END;
      text++;
    } else if (*text == '.') {
      item->kind = ANY;
      text++;
    } else if (*text == '[') {
      text++;
      take_class(pattern, item, &text);
    } else {
      item->character = take_character(&text);
    }
  }
}

static void compile_substitution(struct substitution* substitution, const char* text) {
  substitution->length = 0;
  while (*text != '\0') {
    if (substitution->length == MAX_PARTS) fail("the substitution is too long");
    struct part* part = &substitution->parts[substitution->length];
    substitution->length++;
    part->whole_match = *text == '&';
    part->character = take_character(&text);
  }
}

static bool in_class(const struct pattern* pattern, const struct item* item, unsigned char c) {
  bool found = false;
  for (int i = item->first_range; i < item->first_range + item->ranges; i++) {
    if (c >= pattern->ranges[i].first && c <= pattern->ranges[i].last) found = true;
  }
  return found != item->negated;
}

// Whether the item takes the character at this position.
static bool takes(const struct pattern* pattern, const struct item* item, const struct line* line, int at) {
  if (at >= line->length) return false;
  switch (item->kind) {
    case LITERAL:
      return line->text[at] == item->character;
    case ANY:
      return true;
    case CLASS:
      return in_class(pattern, item, line->text[at]);
    case LINE_START:
    case LINE_END:
      return false;
  }
  return false;
}

// The end of the match of the items from `index` on at this position, or -1. Repeated items take as much as they can.
static int match_from(const struct pattern* pattern, int index, const struct line* line, int at) {
  if (index == pattern->length) return at;
  const struct item* item = &pattern->items[index];
  if (item->kind == LINE_START) return at == 0 ? match_from(pattern, index + 1, line, at) : -1;
  if (item->kind == LINE_END) return at == line->length ? match_from(pattern, index + 1, line, at) : -1;
  if (!item->repeated) return takes(pattern, item, line, at) ? match_from(pattern, index + 1, line, at + 1) : -1;
  int most = at;
  while (takes(pattern, item, line, most)) most++;
  for (int next = most; next >= at; next--) {
    int end = match_from(pattern, index + 1, line, next);
    if (end >= 0) return end;
  }
  return -1;
}

static void print_substitution(const struct substitution* substitution, const struct line* line, int start, int end) {
  for (int i = 0; i < substitution->length; i++) {
    const struct part* part = &substitution->parts[i];
    if (!part->whole_match) {
      putchar(part->character);
      continue;
    }
    for (int at = start; at < end; at++) putchar(line->text[at]);
  }
}

// An empty match right behind the match before it does not count: x* in "ax" is replaced before a and at x, not once more at the end.
static bool replace_line(const struct pattern* pattern, const struct substitution* substitution, const struct line* line) {
  bool replaced = false;
  int last_end = -1;
  int at = 0;
  while (at <= line->length) {
    int end = match_from(pattern, 0, line, at);
    if (end > at || (end == at && last_end != at)) {
      print_substitution(substitution, line, at, end);
      replaced = true;
      last_end = end;
    }
    if (end > at) {
      at = end;
    } else {
      if (at < line->length) putchar(line->text[at]);
      at++;
    }
  }
  if (line->ended) putchar('\n');
  return replaced;
}

// False at the end of the input.
static bool read_line(struct line* line) {
  line->length = 0;
  int c;
  while ((c = getchar()) != EOF) {
    if (c == '\n') {
      line->ended = true;
      return true;
    }
    if (line->length == MAX_LINE) fail("a line is too long");
    line->text[line->length++] = (unsigned char)c;
  }
  return line->length > 0;
}

int main(int argc, char** argv) {
  if (argc != 3) fail("usage: replace PATTERN SUBSTITUTION");
  struct pattern pattern;
  struct substitution substitution;
  struct line line = {.ended = false};
  compile_pattern(&pattern, argv[1]);
  compile_substitution(&substitution, argv[2]);
  bool replaced = false;
  while (read_line(&line)) {
    if (replace_line(&pattern, &substitution, &line)) replaced = true;
  }
  return replaced ? 0 : 1;
}
