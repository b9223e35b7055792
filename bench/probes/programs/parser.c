// A recursive-descent parser of arithmetic: many calls, records behind pointers, strings.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct Parser {
  const char* text;
  size_t at;
  int depth;
  int errors;
};

enum Kind { NUMBER, PLUS, TIMES, OPEN, CLOSE, END };

static enum Kind peek(struct Parser* p) {
  while (isspace((unsigned char)p->text[p->at])) ++p->at;
  char c = p->text[p->at];
  if (isdigit((unsigned char)c)) return NUMBER;
  switch (c) {
    case '+':
      return PLUS;
    case '*':
      return TIMES;
    case '(':
      return OPEN;
    case ')':
      return CLOSE;
    default:
      return END;
  }
}

static unsigned sum(struct Parser* p);

static unsigned number(struct Parser* p) {
  unsigned value = 0;
  while (isdigit((unsigned char)p->text[p->at])) value = value * 10 + (unsigned)(p->text[p->at++] - '0');
  return value;
}

static unsigned factor(struct Parser* p) {
  enum Kind kind = peek(p);
  if (kind == NUMBER) return number(p);
  if (kind != OPEN) return ++p->errors, 0;
  ++p->at;
  ++p->depth;
  unsigned value = sum(p);
  --p->depth;
  if (peek(p) == CLOSE)
    ++p->at;
  else
    ++p->errors;
  return value;
}

static unsigned product(struct Parser* p) {
  unsigned value = factor(p);
  while (peek(p) == TIMES) {
    ++p->at;
    value *= factor(p);
  }
  return value;
}

static unsigned sum(struct Parser* p) {
  unsigned value = product(p);
  while (peek(p) == PLUS) {
    ++p->at;
    value += product(p);
  }
  return value;
}

static const char* const texts[] = {"1 + 22 * (333 + 4) * 5 + ((6 + 7) * 8 + 9) * 10 + (11 + 12 * (13 + 14))", "((((1))))*2", "7 + * 3", "1+2+3+4+5+6*7*8"};

int main(void) {
  unsigned total = 0;
  for (unsigned round = 0; round < 1000000; ++round) {
    struct Parser parser = {texts[(total >> 3 ^ round) & 3], 0, 0, 0};
    total = total * 31 + sum(&parser) + (unsigned)parser.errors;
  }
  printf("%u\n", total);
  return 0;
}
