#include "suite.h"
#include "tally.h"

static tally count(const char* text) {
  tally counts = {9, 9, 9};
  tally_text(text, (unsigned)strlen(text), &counts);
  return counts;
}

static void expect(const char* text, unsigned lines, unsigned words) {
  tally counts = count(text);
  EXPECT_INT(counts.lines, lines);
  EXPECT_INT(counts.words, words);
  EXPECT_INT(counts.bytes, strlen(text));
}

static void one_line(void) { expect("one line\n", 1, 2); }
static void two_lines(void) { expect("one line\nand another\n", 2, 4); }
static void one_letter(void) { expect("x\n", 1, 1); }
static void an_empty_line(void) { expect("\n", 1, 0); }
static void three_empty_lines(void) { expect("\n\n\n", 3, 0); }
static void empty_lines_between(void) { expect("a\n\nb\n\n", 4, 2); }
static void blanks_only(void) { expect(" \t \n", 1, 0); }
static void many_blanks(void) { expect("  a   b\t\tc  \n", 1, 3); }
static void a_word_per_line(void) { expect("a\nb\nc\nd\n", 4, 4); }
static void words_end_with_lines(void) { expect("some\nmore", 1, 2); }
static void a_long_line(void) { expect("it was the best of times, it was the worst of times\n", 1, 12); }
static void stops_at_length(void) {
  tally counts;
  tally_text("one\ntwo\n", 4, &counts);
  EXPECT_INT(counts.lines, 1);
  EXPECT_INT(counts.words, 1);
  EXPECT_INT(counts.bytes, 4);
}

static void sum_of_two(void) {
  tally sum = count("a b\n"), more = count("c\nd\n");
  tally_add(&sum, &more);
  EXPECT_INT(sum.lines, 3);
  EXPECT_INT(sum.words, 4);
  EXPECT_INT(sum.bytes, 8);
}

static void sum_with_nothing(void) {
  tally sum = count("a b\n"), nothing = {0, 0, 0};
  tally_add(&sum, &nothing);
  EXPECT_INT(sum.lines, 1);
  EXPECT_INT(sum.bytes, 4);
}

static void average_of_lines(void) {
  tally counts = count("123\n12345\n1\n");
  EXPECT_INT(tally_average(&counts), 4);
}

static void average_of_no_line(void) {
  tally nothing = {0, 0, 0};
  EXPECT_INT(tally_average(&nothing), 0);
}

TESTS(TEST(one_line), TEST(two_lines), TEST(one_letter), TEST(an_empty_line), TEST(three_empty_lines), TEST(empty_lines_between),
      TEST(blanks_only), TEST(many_blanks), TEST(a_word_per_line), TEST(words_end_with_lines), TEST(a_long_line), TEST(stops_at_length),
      TEST(sum_of_two), TEST(sum_with_nothing), TEST(average_of_lines), TEST(average_of_no_line))
