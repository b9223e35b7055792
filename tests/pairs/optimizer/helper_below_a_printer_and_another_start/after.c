#include <stdio.h>

static int weight = 2;

static int scaled(int x) { return weight + (x << 1) + x; }

int main(int argc, char** argv) {
  char text[40];
  snprintf(text, sizeof text, "%d", scaled(argc + (argc > 1 ? argv[1][0] : 0)));
  puts(text);
  return 0;
}
