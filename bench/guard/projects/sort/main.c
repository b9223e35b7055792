// sort [-nrfbus] [-t SEPARATOR] [-k FIRST[.CHARACTER][,LAST][nrfb]]... [FILE...]
#include <stdio.h>
#include <string.h>

#include "sort.h"

static int fail(const char* what) {
  fprintf(stderr, "sort: %s\n", what);
  return 2;
}

static int sort(const options* wanted, input* in) {
  if (input_split(in) < 0) return fail("no memory");
  if (order_lines(wanted, in->lines, in->count) < 0) return fail("no memory");
  if (wanted->unique) in->count = unique_lines(wanted, in->lines, in->count);
  for (unsigned i = 0; i < in->count; i++) puts(in->lines[i]);
  return 0;
}

int main(int argc, char** argv) {
  options wanted;
  input in = {0, 0, 0, 0, 0};
  int at = options_parse(argc, argv, &wanted), status = 0;
  if (at < 0) return fail("bad option");
  if (at >= argc && input_read(&in, "-") < 0) status = fail("cannot read");
  for (; at < argc && status == 0; at++) {
    if (input_read(&in, argv[at]) < 0) status = fail("cannot read");
  }
  if (status == 0) status = sort(&wanted, &in);
  input_free(&in);
  return status;
}
