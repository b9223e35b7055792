#include "interval.h"

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }

int interval_is_empty(const interval* a) { return a->lo > a->hi; }

int interval_contains(const interval* a, int x) { return a->lo <= x && x <= a->hi; }

// Widens the interval so that it contains x.
void interval_include(interval* a, int x) {
  if (x < a->lo) a->lo = x;
  if (x > a->hi) a->hi = x;
}

// The smallest interval that contains the values, of which there is at least one.
void interval_of(const int* values, int count, interval* out) {
  out->lo = out->hi = values[0];
  for (int i = 1; i < count; i++) interval_include(out, values[i]);
}

void interval_intersect(const interval* a, const interval* b, interval* out) {
  out->lo = larger(a->lo, b->lo);
  out->hi = smaller(a->hi, b->hi);
  if (out->lo > out->hi) *out = interval_none;
}

void interval_add(const interval* a, const interval* b, interval* out) {
  out->lo = a->lo + b->lo;
  out->hi = a->hi + b->hi;
}

// All products of members. The ends are among the products of the ends.
void interval_multiply(const interval* a, const interval* b, interval* out) {
  int p = a->lo * b->lo, q = a->lo * b->hi, r = a->hi * b->lo, s = a->hi * b->hi;
  out->lo = smaller(smaller(p, q), smaller(r, s));
  out->hi = larger(larger(p, q), larger(r, s));
}

void interval_scale(const interval* a, int factor, interval* out) {
  interval only = {factor, factor};
  interval_multiply(a, &only, out);
}
