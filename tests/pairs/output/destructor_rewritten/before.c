// The same destructor, written otherwise.
#include <stdio.h>

static int total;
__attribute__((destructor)) static void report(void) { printf("%d\n", total * 2); }

int main(int argc, char **argv) {
  total = argc > 1 ? argv[1][0] : 0;
  return 0;
}
