// The same in C.
#include <stdint.h>
uint32_t header(uint32_t x, int by) {
  const uint16_t low = (uint16_t)x, middle = (uint16_t)(x >> 8);
  const uint32_t swapped = x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
  const uint32_t rotated = x << (by & 31) | x >> (-by & 31);
  return swapped ^ rotated ^ (uint16_t)(low >> 8 | low << 8) ^ (uint32_t)(uint16_t)(middle >> 8 | middle << 8) << 16 ^ (uint32_t)(31 - __builtin_clz(x | 1));
}
