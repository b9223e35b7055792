// Checks brackets on standard input. What stands between quotes, and between { and }, which nest, is not looked at. The exit status tells
// what is wrong. In after, comments in a comment in a comment are not counted.
#include <stdio.h>

struct reader {
  int line;
  int depth;
};

static int next(struct reader* reader) {
  int c = getchar();
  if (c == '\n') reader->line++;
  return c;
}

static int skip_quoted(struct reader* reader, int quote) {
  for (int c = next(reader); c != quote; c = next(reader))
    if (c == EOF) return 0;
  return 1;
}

static int skip_comment(struct reader* reader) {
  int depth = 1;
  while (depth > 0) {
    int c = next(reader);
    if (c == EOF) return 0;
    if (c == '{') depth = 2;
    if (c == '}') depth--;
  }
  return 1;
}

static int check(struct reader* reader) {
  for (int c = next(reader); c != EOF; c = next(reader)) {
    switch (c) {
      case '(':
      case '[':
        reader->depth++;
        break;
      case ')':
      case ']':
        if (reader->depth-- == 0) return 2;
        break;
      case '"':
      case '\'':
        if (!skip_quoted(reader, c)) return 3;
        break;
      case '{':
        if (!skip_comment(reader)) return 4;
        break;
      default:
        break;
    }
  }
  return reader->depth > 0 ? 5 : 0;
}

int main(void) {
  struct reader reader = {1, 0};
  int status = check(&reader);
  if (status != 0) fprintf(stderr, "line %d: error %d\n", reader.line, status);
  return status;
}
