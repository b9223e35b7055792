#include <stdlib.h>
int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 0;
  if (n == 3) throw n;
  return 0;
}
