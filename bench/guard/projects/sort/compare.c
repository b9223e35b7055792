// Which of two lines comes first. All comparisons give -1, 0 or 1.
#include <string.h>

#include "sort.h"

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static int sign(long value) { return (value > 0) - (value < 0); }

// The integer in front of a text, behind blanks; 0 if there is none. What has more digits than fit counts as the largest number.
long number_of(const char* text, int length) {
  int at = 0, negative = 0, digits = 0;
  long value = 0;
  while (at < length && (text[at] == ' ' || text[at] == '\t')) at++;
  if (at < length && text[at] == '-') {
    negative = 1;
    at++;
  }
  for (; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
    if (digits < DIGIT_LIMIT) value = value * 10 + (text[at] - '0');
    digits += value > 0;
    if (digits > DIGIT_LIMIT) value = 999999999999999999;
  }
  return negative ? -value : value;
}

int compare_text(const char* a, int a_length, const char* b, int b_length, int fold) {
  for (int i = 0; i < a_length && i < b_length; i++) {
    unsigned char x = (unsigned char)(fold ? lower(a[i]) : a[i]), y = (unsigned char)(fold ? lower(b[i]) : b[i]);
    if (x != y) return x < y ? -1 : 1;
  }
  return sign((long)a_length - b_length);
}

int compare_numbers(const char* a, int a_length, const char* b, int b_length) {
  long x = number_of(a, a_length), y = number_of(b, b_length);
  return (x > y) - (x < y);
}

// A key without a manner of its own is compared in the manner of all.
static const manner* manner_of(const options* wanted, const key* by) {
  const manner* own = &by->how;
  return own->numeric || own->reverse || own->fold || own->blanks ? own : &wanted->how;
}

static int compare_by(const options* wanted, const key* by, const char* a, const char* b) {
  int a_begin, a_end, b_begin, b_end, result;
  const manner* how = manner_of(wanted, by);
  key found = *by;
  found.how = *how;
  key_find(a, &found, wanted->separator, &a_begin, &a_end);
  key_find(b, &found, wanted->separator, &b_begin, &b_end);
  if (how->numeric) {
    result = compare_numbers(a + a_begin, a_end - a_begin, b + b_begin, b_end - b_begin);
  } else {
    result = compare_text(a + a_begin, a_end - a_begin, b + b_begin, b_end - b_begin, how->fold);
  }
  return how->reverse ? -result : result;
}

// By the keys in turn, or by the line if there is none. Lines whose keys are equal are compared as text, unless their order is to be kept.
int compare_lines(const options* wanted, const char* a, const char* b) {
  const key line = {1, 0, 0, {0, 0, 0, 0}};
  if (wanted->key_count == 0) {
    int result = compare_by(wanted, &line, a, b);
    if (result != 0) return result;
  }
  for (int i = 0; i < wanted->key_count; i++) {
    int result = compare_by(wanted, &wanted->keys[i], a, b);
    if (result != 0) return result;
  }
  if (wanted->stable || wanted->unique) return 0;
  int result = compare_text(a, (int)strlen(a), b, (int)strlen(b), 0);
  return wanted->how.reverse ? -result : result;
}
