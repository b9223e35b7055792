// test [NAME]: runs all tests, or one; test --list: their names.
#include <stdio.h>
#include <string.h>

#include "price.h"

static int price_of(int count, int unit, int is_member) {
  const struct order order = {count, unit};
  return price(&order, is_member);
}
static int one(void) { return price_of(1, 7, 0) == 7; }
static int many(void) { return price_of(20, 7, 0) == 126; }
static int member(void) { return price_of(3, 7, 1) == 16; }
static int nothing(void) { return 1; }

static const struct {
  const char* name;
  int (*run)(void);
} tests[] = {{"nothing", nothing}, {"one", one}, {"many", many}, {"member", member}};

int main(int argc, char** argv) {
  int failed = 0;
  for (unsigned k = 0; k < sizeof tests / sizeof *tests; ++k) {
    if (argc > 1 && strcmp(argv[1], "--list") == 0)
      puts(tests[k].name);
    else if (argc < 2 || strcmp(argv[1], tests[k].name) == 0)
      failed += !tests[k].run();
  }
  return failed;
}
