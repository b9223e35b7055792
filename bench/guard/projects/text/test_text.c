#include "suite.h"
#include "text.h"

static void expect_trim(const char* text, size_t begin, size_t length) {
  size_t found = 99;
  EXPECT_INT(text_trim(text, &found), length);
  EXPECT_INT(found, begin);
}

static void expect_collapse(const char* text, const char* expected) {
  char copy[64];
  strcpy(copy, text);
  EXPECT_INT(text_collapse(copy), strlen(expected));
  EXPECT_TEXT(copy, expected);
}

static void expect_shorten(const char* text, size_t size, const char* expected) {
  char out[64] = "untouched";
  EXPECT_INT(text_shorten(out, size, text), size == 0 ? 0 : strlen(expected));
  EXPECT_TEXT(out, expected);
}

static void expect_row(const char* left, const char* right, size_t size, size_t width, const char* expected) {
  char out[64];
  EXPECT_INT(text_row(out, size, left, right, width), strlen(expected));
  EXPECT_TEXT(out, expected);
}

static void trim_nothing(void) { expect_trim("plain", 0, 5); }
static void trim_left(void) { expect_trim("  two", 2, 3); }
static void trim_right(void) { expect_trim("end   ", 0, 3); }
static void trim_both(void) { expect_trim("  in between ", 2, 10); }
static void trim_all(void) { expect_trim("   ", 3, 0); }
static void trim_empty(void) { expect_trim("", 0, 0); }

static void collapse_nothing(void) { expect_collapse("a b c", "a b c"); }
static void collapse_run(void) { expect_collapse("a    b", "a b"); }
static void collapse_ends(void) { expect_collapse("   a   ", " a "); }
static void collapse_only_blanks(void) { expect_collapse("     ", " "); }
static void collapse_empty(void) { expect_collapse("", ""); }

static void words_none(void) { EXPECT_INT(text_words(""), 0); }
static void words_blank(void) { EXPECT_INT(text_words("   "), 0); }
static void words_one(void) { EXPECT_INT(text_words(" one "), 1); }
static void words_many(void) { EXPECT_INT(text_words("it is  a small   world"), 5); }

static void shorten_fits(void) { expect_shorten("short", 20, "short"); }
static void shorten_fits_exactly(void) { expect_shorten("exactly", 8, "exactly"); }
static void shorten_by_one(void) { expect_shorten("exactly", 7, "exac.."); }
static void shorten_much(void) { expect_shorten("a very long title indeed", 10, "a very .."); }
static void shorten_empty(void) { expect_shorten("", 5, ""); }
static void shorten_to_a_letter(void) { expect_shorten("letter", 4, "l.."); }
static void shorten_into_no_room(void) { expect_shorten("anything", 0, "untouched"); }

static void row_of_two(void) { expect_row("name", "value", 32, 6, "name   value"); }
static void row_shortens_left(void) { expect_row("a long name", "value", 32, 6, "a lo.. value"); }
static void row_shortens_right(void) { expect_row("name", "a long value", 16, 6, "name   a long.."); }
static void row_without_right(void) { expect_row("name", "value", 6, 10, "name"); }

TESTS(TEST(trim_nothing), TEST(trim_left), TEST(trim_right), TEST(trim_both), TEST(trim_all), TEST(trim_empty), TEST(collapse_nothing),
      TEST(collapse_run), TEST(collapse_ends), TEST(collapse_only_blanks), TEST(collapse_empty), TEST(words_none), TEST(words_blank),
      TEST(words_one), TEST(words_many), TEST(shorten_fits), TEST(shorten_fits_exactly), TEST(shorten_by_one), TEST(shorten_much),
      TEST(shorten_empty), TEST(shorten_to_a_letter), TEST(shorten_into_no_room), TEST(row_of_two), TEST(row_shortens_left),
      TEST(row_shortens_right), TEST(row_without_right))
