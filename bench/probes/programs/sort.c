// A quicksort and an insertion sort of the same numbers: small functions that are called very often.
#include <stdio.h>
#include <stdlib.h>

static void swap(int* a, int* b) {
  int t = *a;
  *a = *b;
  *b = t;
}

static int partition(int* a, int n) {
  int pivot = a[(n - 1) / 2], low = -1, high = n;
  for (;;) {
    do ++low;
    while (a[low] < pivot);
    do --high;
    while (a[high] > pivot);
    if (low >= high) return high;
    swap(&a[low], &a[high]);
  }
}

static void quick(int* a, int n) {
  if (n < 2) return;
  int middle = partition(a, n) + 1;
  quick(a, middle);
  quick(a + middle, n - middle);
}

static void insertion(int* a, int n) {
  for (int i = 1; i < n; ++i) {
    int key = a[i], j = i - 1;
    while (j >= 0 && a[j] > key) {
      a[j + 1] = a[j];
      --j;
    }
    a[j + 1] = key;
  }
}

int main(void) {
  enum { N = 200000, M = 12000 };
  static int a[N];
  unsigned state = 1, check = 0;
  for (int round = 0; round < 12; ++round) {
    for (int i = 0; i < N; ++i) a[i] = (int)((state = state * 1664525u + 1013904223u) >> 8);
    quick(a, N);
    check = check * 31 + (unsigned)a[N / 3];
  }
  for (int i = 0; i < M; ++i) a[i] = (int)((state = state * 1664525u + 1013904223u) >> 8);
  insertion(a, M);
  printf("%u %d\n", check, a[M / 2]);
  return 0;
}
