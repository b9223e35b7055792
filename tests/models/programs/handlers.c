// atexit: last in, first out, and a handler may register another.
#include <stdio.h>
#include <stdlib.h>

static void last(void) { printf("last\n"); }
static void more(void) { printf("more\n"); }
static void first(void) {
  printf("first\n");
  atexit(more);
}

int main(void) {
  atexit(last);
  atexit(first);
  printf("%s\n", getenv("CLEAVE_SURELY_UNSET") == NULL ? "unset" : "set");
  fprintf(stderr, "to stderr\n");
  exit(7);
}
