// The halves of a product and a sum with carry, as libraries of large numbers write them for this processor.
typedef unsigned long word;
static void multiply(word a, word b, word *low, word *high) {
  __asm__("mulq %3" : "=a"(*low), "=d"(*high) : "%0"(a), "rm"(b) : "cc");
}
static void add(word ah, word al, word bh, word bl, word *low, word *high) {
  __asm__("addq %5,%q1\n\taddq %3,%q0" : "=r"(*high), "=&r"(*low) : "0"(ah), "rme"(bh), "%1"(al), "rme"(bl));
}
word top(word a, word b, word c) {
  word low, high, sum, carry;
  multiply(a & 0xffff, b & 0xffff, &low, &high);
  add(high, low, 0, c, &sum, &carry);
  return carry ^ sum;
}
