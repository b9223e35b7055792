// Nothing but a comment differs: hello planet.
unsigned swapped(unsigned x) {
  __asm__("bswap %0" : "+r"(x));
  return x;
}
int twice(int x) { return (int)swapped((unsigned)x) * 2; }
