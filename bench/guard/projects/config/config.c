#include "config.h"

#include <stdio.h>
#include <string.h>

static const char* const keys[] = {"cache", "memory", "stack"};

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

static int is_digit(char c) { return c >= '0' && c <= '9'; }

// A number that may end in k or m (1024, 1024 * 1024), at most SIZE_LIMIT. 0, or -1 if it is none.
int config_size(const char* text, long* size) {
  long value = 0;
  if (!is_digit(*text)) return -1;
  for (; is_digit(*text); text++) {
    value = value * 10 + (*text - '0');
    if (value > SIZE_LIMIT) return -1;
  }
  if (*text == 'k') {
    value *= 1024;
    text++;
  } else if (*text == 'm') {
    value *= 1024 * 1024;
    text++;
  }
  if (*text != '\0' || value > SIZE_LIMIT) return -1;
  *size = value;
  return 0;
}

// Where key and value are. 0, or -1 if the line is no entry.
int config_entry(const char* line, entry* found) {
  int at = 0;
  while (is_letter(line[at])) at++;
  found->key_length = at;
  while (line[at] == ' ') at++;
  if (found->key_length == 0 || line[at] != '=') return -1;
  at++;
  while (line[at] == ' ') at++;
  found->value = at;
  return 0;
}

static int is_key(const char* text, int length) {
  for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
    if ((int)strlen(keys[i]) == length && !strncmp(keys[i], text, (unsigned)length)) return 1;
  }
  return 0;
}

// What is wrong with a line: bits.
int config_check(const char* line) {
  entry found;
  long size;
  int problems = CONFIG_FINE;
  if (config_entry(line, &found) < 0) return CONFIG_SYNTAX;
  if (!is_key(line, found.key_length)) problems |= CONFIG_KEY;
  if (config_size(line + found.value, &size) < 0) problems |= CONFIG_SIZE;
  return problems;
}

const char* config_message(int problems) {
  switch (problems) {
    case CONFIG_FINE:
      return "fine";
    case CONFIG_KEY:
      return "unknown key";
    case CONFIG_SIZE:
      return "not a size";
    case CONFIG_SYNTAX:
      return "no entry";
    default:
      return "several problems";
  }
}

// Writes `number: message`; whether the line is fine.
int config_report(char* out, int number, const char* line) {
  int problems = config_check(line);
  sprintf(out, "%d: %s", number, config_message(problems));
  return problems == CONFIG_FINE;
}
