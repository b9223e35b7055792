#include <string.h>
struct work { unsigned char *held; unsigned long used; };
static int within(int value, int low, int high) {
  if (value < low) return low;
  return value > high ? high : value;
}
int add(struct work *w, const void *data, unsigned long size, int a, int b, int c, int d) {
  int sum = within(a, 0, 100) + 2 * within(b, -10, 10) + within(c, 5, 50) + within(d, 1, 2);
  memcpy(w->held + w->used, data, size);
  w->used += size;
  return sum > 60;
}
