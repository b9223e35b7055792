// grep [-cinoqvx] [-m LIMIT] PATTERN [FILE]: 0 if a line was selected, 1 if none, 2 on failure
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grep.h"

static int fail(const char* what) {
  fprintf(stderr, "grep: %s\n", what);
  return 2;
}

static void search(const options* chosen, const pattern* wanted, FILE* from, progress* so_far) {
  char* line = 0;
  size_t capacity = 0;
  ssize_t length;
  while ((length = getline(&line, &capacity, from)) > 0) {
    if (line[length - 1] == '\n') length--;
    if (!take_line(chosen, wanted, line, (int)length, so_far)) break;
  }
  free(line);
}

int main(int argc, char** argv) {
  options chosen;
  pattern wanted;
  progress so_far = {0, 0};
  int at = options_parse(argc, argv, &chosen);
  if (at < 0) return fail("bad option");
  if (at >= argc || argc - at > 2) return fail("a pattern and at most one file are needed");
  int status = pattern_parse(argv[at], (unsigned)strlen(argv[at]), chosen.fold, &wanted);
  if (status != PATTERN_FINE) return fail(pattern_problem(status));
  FILE* from = argc - at == 2 ? fopen(argv[at + 1], "r") : stdin;
  if (!from) return fail("cannot read");
  search(&chosen, &wanted, from, &so_far);
  if (from != stdin) fclose(from);
  if (chosen.count && !chosen.quiet) printf("%d\n", so_far.selected);
  return so_far.selected == 0;
}
