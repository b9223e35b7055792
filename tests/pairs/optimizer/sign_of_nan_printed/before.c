#include <stdio.h>
// The quotient is a negative NaN, which the optimiser folds to a positive one.
void report(int unused) {
  double none = 0.0;
  printf("%g\n", none / none);
}
