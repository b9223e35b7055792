// The text is the same, and what it gets is not.
long less(long x, long y) {
  long r;
  __asm__("mov %1, %0\n\tsub %2, %0" : "=&r"(r) : "r"(y), "r"(x) : "cc");
  return r;
}
