#include <stddef.h>
static int is_small(char c) { return !(c < 'a' || c > 'z'); }
size_t f(char *text) {
  size_t changed = 0;
  for (; *text; text++) {
    if (!is_small(*text)) continue;
    changed++;
    *text = (char)(*text & ~0x20);
  }
  return changed;
}
