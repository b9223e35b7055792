#include "ring.h"
#include "suite.h"

static ring r;

static unsigned put(const char* text) { return ring_write(&r, (const unsigned char*)text, (unsigned)strlen(text)); }

static void expect_read(unsigned count, const char* expected) {
  char got[32] = "";
  got[ring_read(&r, (unsigned char*)got, count)] = '\0';
  EXPECT_TEXT(got, expected);
}

static void begins_empty(void) {
  ring_init(&r);
  EXPECT_INT(ring_free(&r), RING_SIZE);
  expect_read(5, "");
}

static void writes_and_reads(void) {
  ring_init(&r);
  EXPECT_INT(put("hello"), 5);
  EXPECT_INT(ring_free(&r), 11);
  expect_read(5, "hello");
}

static void reads_in_parts(void) {
  ring_init(&r);
  put("hello");
  expect_read(2, "he");
  expect_read(9, "llo");
}

static void writes_until_full(void) {
  ring_init(&r);
  EXPECT_INT(put("0123456789abcdefgh"), 16);
  EXPECT_INT(ring_free(&r), 0);
  EXPECT_INT(put("x"), 0);
  expect_read(16, "0123456789abcdef");
}

static void reads_across_the_end(void) {
  ring_init(&r);
  put("0123456789");
  expect_read(10, "0123456789");
  EXPECT_INT(put("abcdefghij"), 10);
  expect_read(10, "abcdefghij");
}

static void reads_up_to_the_end(void) {
  ring_init(&r);
  put("0123456789abcdef");
  expect_read(16, "0123456789abcdef");
  put("next");
  expect_read(4, "next");
}

static void skips_some(void) {
  ring_init(&r);
  put("hello");
  EXPECT_INT(ring_skip(&r, 3), 3);
  expect_read(5, "lo");
}

static void skips_nothing(void) {
  ring_init(&r);
  put("hello");
  EXPECT_INT(ring_skip(&r, 0), 0);
  expect_read(5, "hello");
}

static void skips_more_than_there_is(void) {
  ring_init(&r);
  put("hello");
  EXPECT_INT(ring_skip(&r, 100), 5);
  EXPECT_INT(ring_free(&r), RING_SIZE);
}

static void skips_an_empty_ring(void) {
  ring_init(&r);
  EXPECT_INT(ring_skip(&r, 4), 0);
}

static void skips_nearly_all(void) {
  ring_init(&r);
  put("0123456789abcdef");
  EXPECT_INT(ring_skip(&r, 15), 15);
  expect_read(9, "f");
}

static void skips_across_the_end(void) {
  ring_init(&r);
  put("0123456789");
  ring_skip(&r, 10);
  put("abcdefghij");
  EXPECT_INT(ring_skip(&r, 8), 8);
  expect_read(9, "ij");
}

static void skips_just_across_the_end(void) {
  ring_init(&r);
  put("0123456789ab");
  ring_skip(&r, 12);
  put("cdefgh");
  EXPECT_INT(ring_skip(&r, 5), 5);
  expect_read(9, "h");
}

static void finds_first(void) {
  ring_init(&r);
  put("a-b-c");
  EXPECT_INT(ring_find(&r, '-'), 1);
  EXPECT_INT(ring_find(&r, 'a'), 0);
}

static void finds_last_and_nothing(void) {
  ring_init(&r);
  put("0123456789abcdef");
  EXPECT_INT(ring_find(&r, 'f'), 15);
  EXPECT_INT(ring_find(&r, 'g'), -1);
}

static void finds_across_the_end(void) {
  ring_init(&r);
  put("0123456789");
  ring_skip(&r, 9);
  put("abcdefghi");
  EXPECT_INT(ring_find(&r, 'i'), 9);
}

static void skips_a_line(void) {
  ring_init(&r);
  put("one\ntwo");
  EXPECT_INT(ring_skip_line(&r), 4);
  expect_read(9, "two");
}

static void skips_an_empty_line(void) {
  ring_init(&r);
  put("\ntwo");
  EXPECT_INT(ring_skip_line(&r), 1);
  expect_read(9, "two");
}

static void skips_a_line_without_end(void) {
  ring_init(&r);
  put("unfinished");
  EXPECT_INT(ring_skip_line(&r), 10);
  EXPECT_INT(ring_skip_line(&r), 0);
}

TESTS(TEST(begins_empty), TEST(writes_and_reads), TEST(reads_in_parts), TEST(writes_until_full), TEST(reads_across_the_end),
      TEST(reads_up_to_the_end), TEST(skips_some), TEST(skips_nothing), TEST(skips_more_than_there_is), TEST(skips_an_empty_ring),
      TEST(skips_nearly_all), TEST(skips_across_the_end), TEST(skips_just_across_the_end), TEST(finds_first), TEST(finds_last_and_nothing),
      TEST(finds_across_the_end), TEST(skips_a_line), TEST(skips_an_empty_line), TEST(skips_a_line_without_end))
