// A matrix product: one hot loop, floats, nothing called in it.
#include <stdio.h>

enum { N = 420 };
static double a[N][N], b[N][N], c[N][N];

static void multiply(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

int main(void) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) a[i][j] = i + j, b[i][j] = i - j;
  double total = 0;
  for (int round = 0; round < 6; ++round) {
    multiply(N);
    total += c[round][3];
  }
  printf("%.3f\n", total);
  return 0;
}
