// tokens: splits standard input into the tokens of a small language and prints each with its line and kind.
//
// Words (keywords among them), decimal and hexadecimal numbers, strings in double quotes with escapes, operators of one and two
// characters, comments from # to the end of the line and between (* and *), which nest.
// Exit status: 0, or 1 when something was not a token.
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MAX_TEXT = 32, NO_CHARACTER = -2 };

struct scanner {
  int ahead;  // the character that was read but not taken, or NO_CHARACTER
  int line;
  int errors;
  char text[MAX_TEXT + 1];  // of the token; a longer one is cut
  int length;
};

static int peek(struct scanner* scanner) {
  if (scanner->ahead == NO_CHARACTER) scanner->ahead = getchar();
  return scanner->ahead;
}

static int take(struct scanner* scanner) {
  int c = peek(scanner);
  scanner->ahead = NO_CHARACTER;
  if (c == '\n') scanner->line++;
  return c;
}

static void keep(struct scanner* scanner, int c) {
  if (scanner->length == MAX_TEXT) return;
  scanner->text[scanner->length++] = (char)c;
  scanner->text[scanner->length] = '\0';
}

// Takes the next character if it is this one.
static bool accept(struct scanner* scanner, int c) {
  if (peek(scanner) != c) return false;
  keep(scanner, take(scanner));
  return true;
}

static void print(const struct scanner* scanner, int line, const char* kind) { printf("%d %s %s\n", line, kind, scanner->text); }

static void complain(struct scanner* scanner, int line, const char* message) {
  printf("%d error: %s\n", line, message);
  scanner->errors++;
}

static bool starts_word(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static bool continues_word(int c) { return starts_word(c) || (c >= '0' && c <= '9'); }

static bool is_keyword(const char* text) {
  static const char* const keywords[] = {"do", "else", "fn", "if", "let", "or"};
  for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
    if (strcmp(text, keywords[i]) == 0) return true;
  }
  return false;
}

static void scan_word(struct scanner* scanner) {
  int line = scanner->line;
  while (continues_word(peek(scanner))) keep(scanner, take(scanner));
  print(scanner, line, is_keyword(scanner->text) ? "keyword" : "word");
}

// Decimal, or hexadecimal behind 0x. A letter right behind the digits makes the number bad.
static void scan_number(struct scanner* scanner) {
  int line = scanner->line;
  int digits = 0;
  bool hexadecimal = false;
  if (accept(scanner, '0')) {
    digits = 1;
    if (accept(scanner, 'x')) {
      hexadecimal = true;
      digits = 0;
    }
  }
  while (hexadecimal ? isxdigit(peek(scanner)) : isdigit(peek(scanner))) {
    keep(scanner, take(scanner));
    digits++;
  }
  if (digits == 0 || continues_word(peek(scanner))) {
    while (continues_word(peek(scanner))) take(scanner);
    complain(scanner, line, "bad number");
    return;
  }
  print(scanner, line, hexadecimal ? "hexadecimal" : "decimal");
}

// The text of a string is what it stands for: without quotes, with escapes replaced.
static void scan_string(struct scanner* scanner) {
  int line = scanner->line;
  take(scanner);
  for (;;) {
    int c = peek(scanner);
    if (c == EOF) {
      complain(scanner, line, "string is not closed");
      return;
    }
    take(scanner);
    if (c == '"') break;
    if (c == '\\') {
      c = peek(scanner);
      if (c == EOF || c == '\n') continue;
      take(scanner);
      if (c == 't') c = '\t';
    }
    keep(scanner, c);
  }
  print(scanner, line, "string");
}

static void skip_line_comment(struct scanner* scanner) {
  while (peek(scanner) != EOF && peek(scanner) != '\n') take(scanner);
}

// Behind the opening (*.
static void skip_nested_comment(struct scanner* scanner, int line) {
  int depth = 1;
  while (depth > 0) {
    int c = take(scanner);
    if (c == EOF) {
      complain(scanner, line, "comment is not closed");
      return;
    }
    if (c == '(' && peek(scanner) == '*') {
      take(scanner);
      depth++;
    } else if (c == '*' && peek(scanner) == ')') {
      take(scanner);
      depth--;
    }
  }
}

static void scan_operator(struct scanner* scanner) {
  int line = scanner->line;
  int c = take(scanner);
  keep(scanner, c);
  switch (c) {
    case '(':
      if (peek(scanner) == '*') {
        take(scanner);
        skip_nested_comment(scanner, line);
        return;
      }
      print(scanner, line, "bracket");
      return;
    case ')':
      print(scanner, line, "bracket");
      return;
    case '+':
    case '-':
    case '*':
      print(scanner, line, "arithmetic");
      return;
    case '<':
    case '>':
      accept(scanner, '=');
      print(scanner, line, "comparison");
      return;
    case '!':
      print(scanner, line, accept(scanner, '=') ? "comparison" : "logic");
      return;
    case '=':
      print(scanner, line, accept(scanner, '=') ? "comparison" : "assignment");
      return;
    case ';':
    case ',':
      print(scanner, line, "separator");
      return;
    default:
      complain(scanner, line, "unknown character");
  }
}

// Scans one token or skips what stands between tokens; false at the end of the input.
static bool scan(struct scanner* scanner) {
  int c = peek(scanner);
  scanner->length = 0;
  scanner->text[0] = '\0';
  if (c == EOF) return false;
  if (c == ' ' || c == '\t' || c == '\n') {
    take(scanner);
  } else if (starts_word(c)) {
    scan_word(scanner);
  } else if (isdigit(c)) {
    scan_number(scanner);
  } else if (c == '"') {
    scan_string(scanner);
  } else if (c == '#') {
    skip_line_comment(scanner);
  } else {
    scan_operator(scanner);
  }
  return true;
}

int main(void) {
  struct scanner scanner = {.ahead = NO_CHARACTER, .line = 1};
  while (scan(&scanner)) {
  }
  return scanner.errors > 0 ? 1 : 0;
}
