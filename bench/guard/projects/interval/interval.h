// Intervals of integers, both ends included. One without members has lo > hi; the smallest such is interval_none.
#ifndef INTERVAL_H
#define INTERVAL_H

#include <limits.h>

typedef struct {
  int lo, hi;
} interval;

static const interval interval_none = {INT_MAX, INT_MIN};

int interval_is_empty(const interval* a);
int interval_contains(const interval* a, int x);
void interval_include(interval* a, int x);
void interval_of(const int* values, int count, interval* out);
void interval_intersect(const interval* a, const interval* b, interval* out);
void interval_add(const interval* a, const interval* b, interval* out);
void interval_multiply(const interval* a, const interval* b, interval* out);
void interval_scale(const interval* a, int factor, interval* out);

#endif
