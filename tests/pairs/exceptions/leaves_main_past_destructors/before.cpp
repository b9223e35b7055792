#include <stdio.h>
#include <stdlib.h>
struct Guard {
  ~Guard() { puts("bye"); }
};
int main(int argc, char** argv) {
  Guard guard;
  int n = argc > 1 ? atoi(argv[1]) : 0;
  if (n == 3) throw n;
  return 0;
}
