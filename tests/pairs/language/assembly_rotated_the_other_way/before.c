// A header in the order of the network: a swap of bytes, and rotations, by instruction.
#include <stdint.h>
static uint32_t swapped(uint32_t x) {
  __asm__("bswap %0" : "+r"(x));
  return x;
}
static uint16_t swapped16(uint16_t x) {
  __asm__("rorw $8, %0" : "+r"(x) : : "cc");
  return x;
}
static uint16_t exchanged(uint16_t x) {
  __asm__("xchgb %b0,%h0" : "+Q"(x));
  return x;
}
static uint32_t rotated(uint32_t x, int by) {
  __asm__("roll %%cl,%0" : "+r"(x) : "c"(by) : "cc");
  return x;
}
static int log2of(uint32_t x) {
  int result;
  __asm__("bsrl %1,%0" : "=r"(result) : "rm"(x | 1) : "cc");
  return result;
}
uint32_t header(uint32_t x, int by) {
  __asm__ volatile("" : "+r"(x) : : "memory");
  __asm__ volatile("rep; nop" ::: "memory");
  return swapped(x) ^ rotated(x, by) ^ swapped16((uint16_t)x) ^ (uint32_t)exchanged((uint16_t)(x >> 8)) << 16 ^ (uint32_t)log2of(x);
}
