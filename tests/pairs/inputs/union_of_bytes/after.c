#include <stdint.h>
union word { uint32_t number; uint8_t bytes[4]; };
uint32_t f(union word *word) {
  uint32_t n = word->number;
  word->number = n << 24 | (n & 0xff00) << 8 | (n >> 8 & 0xf000) | n >> 24;
  return word->number;
}
