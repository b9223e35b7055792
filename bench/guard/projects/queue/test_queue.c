#include "queue.h"
#include "suite.h"

static queue q;

static int push(int id, int length) {
  job offered = {id, length};
  return queue_push(&q, &offered);
}

static void fill(int count) {
  queue_init(&q);
  for (int i = 0; i < count; i++) EXPECT_INT(push(i, i + 1), 1);
}

static void expect_next(int id) {
  job next = {-1, -1};
  EXPECT_INT(queue_pop(&q, &next), 1);
  EXPECT_INT(next.id, id);
}

static void begins_empty(void) {
  fill(0);
  EXPECT_INT(q.count, 0);
  EXPECT_INT(q.accepted, 0);
  EXPECT_INT(q.dropped, 0);
}

static void pops_nothing_when_empty(void) {
  fill(0);
  job next = {7, 7};
  EXPECT_INT(queue_pop(&q, &next), 0);
  EXPECT_INT(next.id, 7);
}

static void first_in_first_out(void) {
  fill(3);
  expect_next(0);
  expect_next(1);
  expect_next(2);
  EXPECT_INT(q.count, 0);
}

static void counts_accepted(void) {
  fill(5);
  EXPECT_INT(q.accepted, 5);
  EXPECT_INT(q.dropped, 0);
}

static void fills_all_slots(void) {
  fill(QUEUE_SLOTS);
  EXPECT_INT(q.count, QUEUE_SLOTS);
  EXPECT_INT(q.accepted, QUEUE_SLOTS);
}

static void drops_when_full(void) {
  fill(QUEUE_SLOTS);
  EXPECT_INT(push(100, 1), 0);
  EXPECT_INT(push(101, 30), 0);
  EXPECT_INT(q.dropped, 2);
  EXPECT_INT(q.accepted, QUEUE_SLOTS);
  expect_next(0);
}

static void takes_again_after_full(void) {
  fill(QUEUE_SLOTS);
  EXPECT_INT(push(100, 1), 0);
  expect_next(0);
  EXPECT_INT(push(101, 1), 1);
  EXPECT_INT(q.dropped, 1);
  EXPECT_INT(q.accepted, QUEUE_SLOTS + 1);
}

static void wraps_around(void) {
  fill(0);
  for (int i = 0; i < 30; i++) {
    EXPECT_INT(push(i, 1), 1);
    EXPECT_INT(push(i + 100, 1), 1);
    expect_next(i);
    expect_next(i + 100);
  }
}

static void takes_the_longest_job(void) {
  fill(0);
  EXPECT_INT(push(1, JOB_LIMIT), 1);
  EXPECT_INT(queue_work(&q), JOB_LIMIT);
}

static void takes_a_job_without_length(void) {
  fill(0);
  EXPECT_INT(push(1, 0), 1);
}

static void offers_all(void) {
  job offered[] = {{1, 5}, {2, 6}, {3, 7}};
  fill(0);
  EXPECT_INT(queue_offer(&q, offered, 3), 3);
  EXPECT_INT(queue_work(&q), 18);
}

static void offers_more_than_fit(void) {
  job offered[] = {{1, 5}, {2, 6}, {3, 7}, {4, 64}};
  fill(6);
  EXPECT_INT(queue_offer(&q, offered, 4), 2);
  EXPECT_INT(q.dropped, 2);
}

static void offers_none(void) {
  job offered[] = {{1, 5}};
  fill(2);
  EXPECT_INT(queue_offer(&q, offered, 0), 0);
  EXPECT_INT(q.count, 2);
}

static void offers_to_a_full_queue(void) {
  job offered[] = {{1, 5}, {2, 6}};
  fill(QUEUE_SLOTS);
  EXPECT_INT(queue_offer(&q, offered, 2), 0);
  EXPECT_INT(q.dropped, 2);
}

static void drains_all(void) {
  job taken[QUEUE_SLOTS];
  fill(4);
  EXPECT_INT(queue_drain(&q, taken, QUEUE_SLOTS), 4);
  EXPECT_INT(taken[0].id, 0);
  EXPECT_INT(taken[3].id, 3);
  EXPECT_INT(q.count, 0);
}

static void drains_some(void) {
  job taken[QUEUE_SLOTS];
  fill(5);
  EXPECT_INT(queue_drain(&q, taken, 2), 2);
  EXPECT_INT(q.count, 3);
  expect_next(2);
}

static void drains_one(void) {
  job taken[QUEUE_SLOTS];
  fill(5);
  EXPECT_INT(queue_drain(&q, taken, 1), 1);
  EXPECT_INT(q.count, 4);
}

static void drains_exactly_all(void) {
  job taken[QUEUE_SLOTS];
  fill(QUEUE_SLOTS);
  EXPECT_INT(queue_drain(&q, taken, QUEUE_SLOTS), QUEUE_SLOTS);
}

static void drains_an_empty_queue(void) {
  job taken[QUEUE_SLOTS];
  fill(0);
  EXPECT_INT(queue_drain(&q, taken, 3), 0);
}

static void sums_work(void) {
  fill(4);
  EXPECT_INT(queue_work(&q), 10);
  expect_next(0);
  EXPECT_INT(queue_work(&q), 9);
}

TESTS(TEST(begins_empty), TEST(pops_nothing_when_empty), TEST(first_in_first_out), TEST(counts_accepted), TEST(fills_all_slots),
      TEST(drops_when_full), TEST(takes_again_after_full), TEST(wraps_around), TEST(takes_the_longest_job),
      TEST(takes_a_job_without_length), TEST(offers_all), TEST(offers_more_than_fit), TEST(offers_none), TEST(offers_to_a_full_queue),
      TEST(drains_all), TEST(drains_some), TEST(drains_one), TEST(drains_exactly_all), TEST(drains_an_empty_queue), TEST(sums_work))
