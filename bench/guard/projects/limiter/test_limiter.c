#include "limiter.h"
#include "suite.h"

static limiter client;

static void expect_state(int used, int refused) {
  EXPECT_INT(client.used, used);
  EXPECT_INT(client.refused, refused);
}

static void begins_unused(void) {
  limiter_init(&client, 10, 1000);
  EXPECT_INT(limiter_left(&client), 10);
  expect_state(0, 0);
}

static void grants_first(void) {
  limiter_init(&client, 10, 1000);
  EXPECT_INT(limiter_request(&client, 1000, 80), 1);
  EXPECT_INT(limiter_left(&client), 9);
  expect_state(1, 0);
}

static void grants_the_only_one(void) {
  limiter_init(&client, 1, 1000);
  EXPECT_INT(limiter_request(&client, 1001, 999), 1);
  EXPECT_INT(limiter_request(&client, 1002, 1), 0);
  expect_state(1, 1);
}

static void grants_up_to_the_limit(void) {
  limiter_init(&client, 4, 1000);
  for (int i = 0; i < 4; i++) EXPECT_INT(limiter_request(&client, 1000 + i, 100 * i), 1);
  EXPECT_INT(limiter_left(&client), 0);
  expect_state(4, 0);
}

static void refuses_beyond_the_limit(void) {
  limiter_init(&client, 4, 1000);
  for (int i = 0; i < 7; i++) EXPECT_INT(limiter_request(&client, 1000, 10), i < 4);
  expect_state(4, 3);
}

static void refuses_everything_without_limit(void) {
  limiter_init(&client, 0, 1000);
  EXPECT_INT(limiter_request(&client, 1000, 10), 0);
  expect_state(0, 1);
}

static void refuses_bad_size(void) {
  limiter_init(&client, 4, 1000);
  EXPECT_INT(limiter_request(&client, 1000, -1), 0);
  expect_state(0, 1);
}

static void next_window_is_unused(void) {
  limiter_init(&client, 2, 1000);
  limiter_request(&client, 1000, 10);
  limiter_request(&client, 1030, 10);
  EXPECT_INT(limiter_request(&client, 1060, 10), 1);
  expect_state(1, 0);
  EXPECT_INT(client.start, 1060);
}

static void window_lasts_a_minute(void) {
  limiter_init(&client, 1, 1000);
  limiter_request(&client, 1000, 10);
  EXPECT_INT(limiter_request(&client, 1059, 10), 0);
  EXPECT_INT(client.start, 1000);
}

static void rolls_much_later(void) {
  limiter_init(&client, 5, 0);
  limiter_request(&client, 3, 10);
  limiter_roll(&client, 100000);
  expect_state(0, 0);
  EXPECT_INT(client.start, 100000);
}

static void does_not_roll_early(void) {
  limiter_init(&client, 5, 10);
  limiter_request(&client, 12, 10);
  limiter_roll(&client, 69);
  expect_state(1, 0);
}

static void waits_for_nothing(void) {
  limiter_init(&client, 2, 1000);
  limiter_request(&client, 1000, 10);
  EXPECT_INT(limiter_wait(&client, 1010), 0);
}

static void waits_for_the_end(void) {
  limiter_init(&client, 1, 1000);
  limiter_request(&client, 1000, 10);
  EXPECT_INT(limiter_wait(&client, 1010), 50);
  EXPECT_INT(limiter_wait(&client, 1000), 60);
}

static void waits_no_longer(void) {
  limiter_init(&client, 1, 1000);
  limiter_request(&client, 1000, 10);
  EXPECT_INT(limiter_wait(&client, 1060), 0);
}

static void burst_is_granted(void) {
  int bytes[] = {10, 20, 30};
  limiter_init(&client, 5, 1000);
  EXPECT_INT(limiter_burst(&client, 1000, bytes, 3), 3);
  expect_state(3, 0);
}

static void burst_is_cut(void) {
  int bytes[] = {10, 20, 30, 40};
  limiter_init(&client, 2, 1000);
  EXPECT_INT(limiter_burst(&client, 1000, bytes, 4), 2);
  expect_state(2, 1);
}

static void burst_of_nothing(void) {
  int bytes[] = {10};
  limiter_init(&client, 2, 1000);
  EXPECT_INT(limiter_burst(&client, 1000, bytes, 0), 0);
  expect_state(0, 0);
}

static void bursts_of_two_windows(void) {
  int bytes[] = {10, 999, 500};
  limiter_init(&client, 3, 1000);
  EXPECT_INT(limiter_burst(&client, 1000, bytes, 3), 3);
  EXPECT_INT(limiter_burst(&client, 1030, bytes, 3), 0);
  EXPECT_INT(limiter_burst(&client, 1090, bytes, 3), 3);
  expect_state(3, 1);
}

TESTS(TEST(begins_unused), TEST(grants_first), TEST(grants_the_only_one), TEST(grants_up_to_the_limit), TEST(refuses_beyond_the_limit),
      TEST(refuses_everything_without_limit), TEST(refuses_bad_size), TEST(next_window_is_unused), TEST(window_lasts_a_minute),
      TEST(rolls_much_later), TEST(does_not_roll_early), TEST(waits_for_nothing), TEST(waits_for_the_end), TEST(waits_no_longer),
      TEST(burst_is_granted), TEST(burst_is_cut), TEST(burst_of_nothing), TEST(bursts_of_two_windows))
