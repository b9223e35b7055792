// A suite of tests in one program: TESTS(...) at its end names them and makes main. `PROGRAM NAME` runs one test, so that each can have a
// process of its own
// (./run does that); `PROGRAM --list` prints the names.
#ifndef SUITE_H
#define SUITE_H

#include <stdio.h>
#include <string.h>

typedef struct {
  const char* name;
  void (*run)(void);
} suite_test;

static int suite_failures;

#define EXPECT_INT(actual, expected) suite_expect_int(__FILE__, __LINE__, #actual, (long)(actual), (long)(expected))
#define EXPECT_TEXT(actual, expected) suite_expect_text(__FILE__, __LINE__, #actual, actual, expected)

static inline void suite_expect_int(const char* file, int line, const char* what, long actual, long expected) {
  if (actual == expected) return;
  printf("%s:%d: %s is %ld, not %ld\n", file, line, what, actual, expected);
  suite_failures++;
}

static inline void suite_expect_text(const char* file, int line, const char* what, const char* actual, const char* expected) {
  if (!strcmp(actual, expected)) return;
  printf("%s:%d: %s is \"%s\", not \"%s\"\n", file, line, what, actual, expected);
  suite_failures++;
}

static inline int suite_main(int argc, char** argv, const suite_test* tests, int count) {
  const char* wanted = argc == 2 ? argv[1] : "";
  for (int i = 0; i < count; i++) {
    if (!strcmp(wanted, "--list")) puts(tests[i].name);
    if (strcmp(wanted, tests[i].name)) continue;
    tests[i].run();
    return suite_failures > 0;
  }
  if (!strcmp(wanted, "--list")) return 0;
  fprintf(stderr, "no test \"%s\"\n", wanted);
  return 2;
}

#define TEST(name) \
  { #name, name }
#define TESTS(...)                                       \
  static const suite_test suite_tests[] = {__VA_ARGS__}; \
  int main(int argc, char** argv) { return suite_main(argc, argv, suite_tests, sizeof suite_tests / sizeof *suite_tests); }

#endif
