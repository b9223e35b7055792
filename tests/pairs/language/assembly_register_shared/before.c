// The output may lie where the input does, which is still read: nobody can tell what this computes.
unsigned mixed(unsigned x, unsigned y) {
  unsigned result;
  __asm__("movl %1, %0\n\taddl %2, %0" : "=r"(result) : "r"(x), "r"(y) : "cc");
  return result;
}
