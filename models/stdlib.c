// Sorting, searching, absolute values and divisions of <stdlib.h>. Numbers from text are in number.c.
#include "model.h"

// The smallest value has no absolute one; it wraps.
int abs(int x) { return x < 0 ? (int)(0u - (unsigned)x) : x; }
long labs(long x) { return x < 0 ? (long)(0ul - (unsigned long)x) : x; }
long long llabs(long long x) { return labs(x); }
long imaxabs(long x) { return labs(x); }

typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;
typedef struct {
  long long quot, rem;
} lldiv_t;

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
ldiv_t imaxdiv(long a, long b) { return (ldiv_t){a / b, a % b}; }

// The merge sort of glibc up to 2.36: stable, and the comparisons come in its order. Of large elements it sorts pointers, and moves them at
// the end, which shows where a comparison looks at the array, or does not come back.
typedef struct {
  int (*plain)(const void*, const void*);
  int (*with)(const void*, const void*, void*);  // or this one, with an argument
  void* argument;
  int isOfPointers;
} Order;

static int compareBy(const Order* order, const char* a, const char* b) {
  if (order->isOfPointers) a = *(char* const*)a, b = *(char* const*)b;
  return order->plain != 0 ? order->plain(a, b) : order->with(a, b, order->argument);
}

static void sortInto(char* base, size_t count, size_t size, const Order* order, char* room) {
  if (count <= 1) return;
  size_t n1 = count / 2;
  size_t n2 = count - n1;
  char* a = base;
  char* b = base + n1 * size;
  sortInto(a, n1, size, order, room);
  sortInto(b, n2, size, order, room);
  char* to = room;
  while (n1 > 0 && n2 > 0) {
    if (compareBy(order, a, b) <= 0) {
      memcpy(to, a, size);
      a += size;
      n1--;
    } else {
      memcpy(to, b, size);
      b += size;
      n2--;
    }
    to += size;
  }
  memcpy(to, a, n1 * size);
  memcpy(base, room, (count - n2) * size);
}

enum { largestMoved = 32 };

static void sort(char* base, size_t count, size_t size, Order* order) {
  if (count <= 1 || size == 0) return;
  char* room = malloc(count * size);
  if (size <= largestMoved) {
    sortInto(base, count, size, order, room);
    free(room);
    return;
  }
  char** pointers = malloc(2 * count * sizeof *pointers);
  for (size_t i = 0; i < count; i++) pointers[i] = base + i * size;
  order->isOfPointers = 1;
  sortInto((char*)pointers, count, sizeof *pointers, order, (char*)(pointers + count));
  for (size_t i = 0; i < count; i++) memcpy(room + i * size, pointers[i], size);
  memcpy(base, room, count * size);
  free(pointers);
  free(room);
}

void qsort(void* base, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  Order order = {compare, 0, 0, 0};
  sort(base, count, size, &order);
}

void qsort_r(void* base, size_t count, size_t size, int (*compare)(const void*, const void*, void*), void* argument) {
  Order order = {0, compare, argument, 0};
  sort(base, count, size, &order);
}

void* bsearch(const void* key, const void* base, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char* at = (const char*)base + middle * size;
    int order = compare(key, at);
    if (order < 0) {
      high = middle;
    } else if (order > 0) {
      low = middle + 1;
    } else {
      return (void*)at;
    }
  }
  return 0;
}
