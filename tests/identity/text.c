// Text that is changed in place, through pointers that move into the middle of what they pointed to.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void text_copy_two(char **input, char **output) {
  (*output)[0] = (*input)[0];
  *input += 1;
  *output += 1;
  (*output)[0] = (*input)[0];
}

// Runs of blanks become one, in place; the buffer keeps what stood behind the new end.
void text_collapse(char *text) {
  char *from = text, *to = text;
  if (text == 0) return;
  while (*from == ' ') ++from;
  while (*from != 0) {
    if (*from == ' ') {
      *to++ = ' ';
      while (*from == ' ') ++from;
    } else {
      *to++ = *from++;
    }
  }
  *to = 0;
}

char *text_skip(char **at) {
  if (at == 0 || *at == 0) return 0;
  while (isspace((unsigned char)**at)) ++*at;
  return *at;
}

char *text_token(char **rest, char stop) {
  char *start = *rest, *end;
  if (start == 0) return 0;
  for (end = start; *end != 0 && *end != stop; ++end) continue;
  *rest = *end != 0 ? end + 1 : 0;
  *end = 0;
  return start;
}

struct cursor {
  const char *begin, *at, *end;
  int line;
};

int cursor_next(struct cursor *c) {
  if (c == 0 || c->at == 0 || c->at >= c->end) return -1;
  if (*c->at == '\n') c->line++;
  return (unsigned char)*c->at++;
}

int text_number(const char **at, int *value) {
  int sign = 1, digits = 0;
  if (**at == '-') {
    sign = -1;
    ++*at;
  }
  *value = 0;
  for (; **at >= '0' && **at <= '9' && digits < 4; ++*at, ++digits) *value = *value * 10 + (**at - '0');
  *value *= sign;
  return digits;
}

int text_hex(const unsigned char *digits) {
  int value = 0;
  for (int i = 0; i < 4; ++i) {
    value <<= 4;
    if (digits[i] >= '0' && digits[i] <= '9')
      value += digits[i] - '0';
    else if (digits[i] >= 'a' && digits[i] <= 'f')
      value += digits[i] - 'a' + 10;
    else
      return -1;
  }
  return value;
}

// The old text and the new one go by one name.
int text_replace(char **slot) {
  char *fresh;
  if (slot == 0 || *slot == 0) return 0;
  fresh = malloc(3);
  if (fresh == 0) return -1;
  fresh[0] = (*slot)[0];
  fresh[1] = 'x';
  fresh[2] = 0;
  (*slot)[0] = '!';
  *slot = fresh;
  return 1;
}

char *text_duplicate(const char *text) {
  size_t size;
  char *copy;
  if (text == 0) return 0;
  size = strlen(text) + 1;
  copy = malloc(size);
  if (copy != 0) memcpy(copy, text, size);
  return copy;
}

static int count(const char *text, char what) {
  int n = 0;
  for (; *text != 0; ++text) n += *text == what;
  return n;
}

int text_balance(const char *text) { return text == 0 ? 0 : count(text, '(') - count(text, ')'); }
