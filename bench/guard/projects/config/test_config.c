#include "config.h"
#include "suite.h"

static void expect_size(const char* text, long expected) {
  long size = -7;
  EXPECT_INT(config_size(text, &size), 0);
  EXPECT_INT(size, expected);
}

static void expect_no_size(const char* text) {
  long size = -7;
  EXPECT_INT(config_size(text, &size), -1);
  EXPECT_INT(size, -7);
}

static void expect_entry(const char* line, int key_length, int value) {
  entry found = {-1, -1};
  EXPECT_INT(config_entry(line, &found), 0);
  EXPECT_INT(found.key_length, key_length);
  EXPECT_INT(found.value, value);
}

static void expect_no_entry(const char* line) {
  entry found;
  EXPECT_INT(config_entry(line, &found), -1);
}

static void expect_report(const char* line, int fine, const char* expected) {
  char out[64];
  EXPECT_INT(config_report(out, 12, line), fine);
  EXPECT_TEXT(out, expected);
}

static void size_zero(void) { expect_size("0", 0); }
static void size_one_digit(void) { expect_size("7", 7); }
static void size_digits(void) { expect_size("65536", 65536); }
static void size_with_leading_zeros(void) { expect_size("0012", 12); }
static void size_in_k(void) { expect_size("64k", 65536); }
static void size_in_m(void) { expect_size("10m", 10485760); }
static void size_zero_m(void) { expect_size("0m", 0); }
static void size_at_the_limit(void) { expect_size("1073741824", SIZE_LIMIT); }
static void size_at_the_limit_in_m(void) { expect_size("1024m", SIZE_LIMIT); }
static void size_beyond_the_limit(void) { expect_no_size("1073741825"); }
static void size_far_beyond_the_limit(void) { expect_no_size("99999999999999999999999"); }
static void size_empty(void) { expect_no_size(""); }
static void size_without_digits(void) { expect_no_size("k"); }
static void size_with_other_letters(void) { expect_no_size("10x"); }
static void size_with_two_letters(void) { expect_no_size("10km"); }
static void size_negative(void) { expect_no_size("-1"); }

static void entry_plain(void) { expect_entry("cache=10", 5, 6); }
static void entry_with_blanks(void) { expect_entry("stack  =  8k", 5, 10); }
static void entry_without_value(void) { expect_entry("memory =", 6, 8); }
static void entry_without_key(void) { expect_no_entry("= 10"); }
static void entry_without_sign(void) { expect_no_entry("cache 10"); }
static void entry_empty(void) { expect_no_entry(""); }

static void report_fine(void) { expect_report("cache = 10m", 1, "12: fine"); }
static void report_syntax(void) { expect_report("10m", 0, "12: no entry"); }
static void report_key(void) { expect_report("cash = 10m", 0, "12: unknown key"); }
static void report_size(void) { expect_report("cache = much", 0, "12: not a size"); }

static void message_of_all_bits(void) { EXPECT_TEXT(config_message(7), "several problems"); }
static void message_of_no_bits(void) { EXPECT_TEXT(config_message(-1), "several problems"); }

TESTS(TEST(size_zero), TEST(size_one_digit), TEST(size_digits), TEST(size_with_leading_zeros), TEST(size_in_k), TEST(size_in_m),
      TEST(size_zero_m), TEST(size_at_the_limit), TEST(size_at_the_limit_in_m), TEST(size_beyond_the_limit),
      TEST(size_far_beyond_the_limit), TEST(size_empty), TEST(size_without_digits), TEST(size_with_other_letters),
      TEST(size_with_two_letters), TEST(size_negative), TEST(entry_plain), TEST(entry_with_blanks), TEST(entry_without_value),
      TEST(entry_without_key), TEST(entry_without_sign), TEST(entry_empty), TEST(report_fine), TEST(report_syntax), TEST(report_key),
      TEST(report_size), TEST(message_of_all_bits), TEST(message_of_no_bits))
