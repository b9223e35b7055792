#include <stdio.h>

static int twice(int x) { return x + x; }
static int other(int x) { return x / 2; }
static int (*const table[])(int) = {twice, other};

int show(int which, int x) {
  char text[40];
  snprintf(text, sizeof text, "%d", table[which & 1](twice(x & 3)));
  puts(text);
  return 0;
}
