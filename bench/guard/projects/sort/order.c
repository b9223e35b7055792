// Merge sort: stable, and as many comparisons as needed.
#include <stdlib.h>
#include <string.h>

#include "sort.h"

static unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }

// Two runs that are next to each other, [begin, middle) and [middle, end), become one in `to`.
void merge(const options* wanted, const char** from, unsigned begin, unsigned middle, unsigned end, const char** to) {
  unsigned left = begin, right = middle;
  for (unsigned at = begin; at < end; at++) {
    int take_left = right == end || (left < middle && compare_lines(wanted, from[left], from[right]) <= 0);
    to[at] = take_left ? from[left++] : from[right++];
  }
}

// 0, or -1 if there is no memory.
int order_lines(const options* wanted, const char** lines, unsigned count) {
  const char** other = malloc((count + 1) * sizeof *other);
  if (!other) return -1;
  const char **from = lines, **to = other;
  for (unsigned run = 1; run < count; run *= 2) {
    for (unsigned begin = 0; begin < count; begin += 2 * run) {
      merge(wanted, from, begin, smaller(begin + run, count), smaller(begin + 2 * run, count), to);
    }
    const char** done = to;
    to = from;
    from = done;
  }
  if (from != lines) memcpy(lines, from, count * sizeof *lines);
  free(other);
  return 0;
}

// Keeps the first of equal lines, which are next to each other; how many are left.
unsigned unique_lines(const options* wanted, const char** lines, unsigned count) {
  unsigned kept = 0;
  for (unsigned i = 0; i < count; i++) {
    if (kept > 0 && compare_lines(wanted, lines[kept - 1], lines[i]) == 0) continue;
    lines[kept++] = lines[i];
  }
  return kept;
}
