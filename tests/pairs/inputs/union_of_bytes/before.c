#include <stdint.h>
union word { uint32_t number; uint8_t bytes[4]; };
uint32_t f(union word *word) {
  uint8_t first = word->bytes[0], second = word->bytes[1];
  word->bytes[0] = word->bytes[3];
  word->bytes[1] = word->bytes[2];
  word->bytes[2] = second;
  word->bytes[3] = first;
  return word->number;
}
