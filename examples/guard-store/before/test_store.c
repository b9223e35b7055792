#include <stdio.h>
#include <string.h>

#include "store.h"

static int failures;

static void expect(const char* what, int actual, int expected) {
  if (actual == expected) return;
  printf("  %s is %d, not %d\n", what, actual, expected);
  failures++;
}

static const product pen = {1, 12, 150}, ink = {1, 1, 700}, paper = {1, 0, 400}, stamp = {1, 0, 90}, chalk = {1, 80, 40};

static void many_in_stock(void) { expect("chalk", is_available(&chalk), 1); }
static void last_in_stock(void) { expect("ink", is_available(&ink), 1); }
static void out_of_stock(void) { expect("paper", is_available(&paper), 0); }

static void no_list(void) { expect("total", available_products(0, 0), 0); }

static void one_of_one(void) { expect("total", available_products(&pen, 1), 1); }

static void none_of_one(void) { expect("total", available_products(&stamp, 1), 0); }

static void all_of_three(void) {
  product list[] = {pen, ink, chalk};
  expect("total", available_products(list, 3), 3);
}

static void none_of_three(void) {
  product list[] = {paper, stamp, paper};
  expect("total", available_products(list, 3), 0);
}

static void some_of_five(void) {
  product list[] = {pen, paper, ink, stamp, chalk};
  expect("total", available_products(list, 5), 3);
}

static void first_of_two(void) {
  product list[] = {ink, paper};
  expect("total", available_products(list, 2), 1);
}

static void whole_shelf(void) {
  product list[30];
  for (int i = 0; i < 30; i++) list[i] = i % 6 == 5 ? stamp : pen;
  expect("total", available_products(list, 30), 25);
}

static void cheapest_is_available(void) {
  product list[] = {pen, stamp, chalk, ink};
  expect("cheapest", cheapest(list, 4), 2);
}

static void cheapest_of_none(void) {
  product list[] = {paper, stamp};
  expect("cheapest", cheapest(list, 2), -1);
}

static void cheapest_comes_first(void) {
  product list[] = {pen, pen};
  expect("cheapest", cheapest(list, 2), 0);
}

#define TEST(name) \
  { #name, name }
static const struct {
  const char* name;
  void (*run)(void);
} tests[] = {
    TEST(many_in_stock),    TEST(last_in_stock),        TEST(out_of_stock), TEST(no_list),
    TEST(one_of_one),       TEST(none_of_one),          TEST(all_of_three), TEST(none_of_three),
    TEST(some_of_five),     TEST(first_of_two),         TEST(whole_shelf),  TEST(cheapest_is_available),
    TEST(cheapest_of_none), TEST(cheapest_comes_first),
};

// All tests, or those that are named; --list prints their names.
int main(int argc, char** argv) {
  int run = 0;
  for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
    if (argc == 2 && !strcmp(argv[1], "--list")) {
      puts(tests[i].name);
      continue;
    }
    int wanted = argc == 1;
    for (int at = 1; at < argc; at++) wanted |= !strcmp(argv[at], tests[i].name);
    if (!wanted) continue;
    int earlier = failures;
    tests[i].run();
    run++;
    if (failures > earlier) printf("FAILED %s\n", tests[i].name);
  }
  if (argc == 2 && !strcmp(argv[1], "--list")) return 0;
  printf("%d tests, %d wrong values\n", run, failures);
  return failures > 0 || (argc > 1 && run != argc - 1);
}
