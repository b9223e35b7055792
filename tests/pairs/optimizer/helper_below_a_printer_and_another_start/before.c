#include <stdio.h>

static int weight = 1;

static int scaled(int x) { return x * 3 + weight; }

int main(int argc, char** argv) {
  char text[40];
  snprintf(text, sizeof text, "%d", scaled(argc + (argc > 1 ? argv[1][0] : 0)));
  puts(text);
  return 0;
}
