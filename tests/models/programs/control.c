// What leaves the usual order: longjmp in its forms, computed goto; and inline assembly.
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf outer;
static int depth;

static int dig(int n, jmp_buf *to) {
  jmp_buf here;
  volatile int before = n;
  depth++;
  const int why = n % 3 == 0 ? setjmp(here) : 0;
  if (why != 0) {
    printf("[%d:%d]", before, why);
    if (n == 0) longjmp(*to, why + 1);
    longjmp(*to, why);
  }
  if (n > 7) longjmp(*to, n);
  return dig(n + 1, n % 3 == 0 ? &here : to) + 1;
}

static int compare(const void *a, const void *b) {
  if (*(const int *)a == 13) longjmp(outer, *(const int *)b);
  return *(const int *)a - *(const int *)b;
}

static int interpret(const char *code) {
  static void *const table[] = {['+' - '*'] = &&plus, ['-' - '*'] = &&minus, ['.' - '*'] = &&print, ['*' - '*'] = &&twice};
  int sum = 0;
  if (*code == 0) return 0;
  goto *table[*code - '*'];
plus:
  sum++;
  if (*++code == 0) return sum;
  goto *table[*code - '*'];
minus:
  sum -= 3;
  if (*++code == 0) return sum;
  goto *table[*code - '*'];
twice:
  sum *= 2;
  if (*++code == 0) return sum;
  goto *table[*code - '*'];
print:
  printf("<%d>", sum);
  if (*++code == 0) return sum;
  goto *table[*code - '*'];
}

static uint64_t mixed(uint64_t a, uint64_t b, unsigned char by) {
  uint64_t low, high, sum, top;
  uint32_t half = (uint32_t)b;
  uint16_t word = (uint16_t)a, other = (uint16_t)b;
  __asm__("mulq %3" : "=a"(low), "=d"(high) : "%0"(a), "rm"(b) : "cc");
  __asm__("addq %5,%q1\n\tadcq %3,%q0" : "=r"(top), "=&r"(sum) : "0"(high), "rme"(a), "%1"(low), "rme"(b) : "cc");
  __asm__("subq %5,%q1\n\tsbbq %3,%q0" : "=r"(high), "=&r"(low) : "0"(top), "rme"(b), "1"(sum), "rme"(a) : "cc");
  __asm__("roll %%cl,%0" : "+r"(half) : "c"(by) : "cc");
  __asm__("rorq %1,%0" : "+r"(low) : "J"(19) : "cc");
  __asm__("sarq $3, %0\n\tnotq %0\n\tnegq %0" : "+r"(high) : : "cc");
  __asm__("rorw $8, %0" : "+r"(word) : : "cc");
  __asm__("xchgb %b0,%h0" : "+Q"(other));
  __asm__("bswapq %0" : "+r"(top));
  uint64_t first, last;
  __asm__("bsfq %1,%0" : "=r"(first) : "rm"(a | 256) : "cc");
  __asm__("bsrq %1,%0" : "=r"(last) : "rm"(b | 2) : "cc");
  int count = (int)by;
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(half), "+m"(count) : : "memory", "cc");
  __asm__ volatile("lock; decl %0" : "+m"(count) : : "memory", "cc");
  __asm__ volatile("rep; nop" ::: "memory");
  return low ^ high ^ half ^ top ^ (uint64_t)word << 7 ^ (uint64_t)other << 23 ^ first << 40 ^ last << 50 ^ (uint64_t)count;
}

int main(void) {
  int why = setjmp(outer);
  printf("%d ", why);
  if (why == 0) dig(0, &outer);
  printf("%d ", depth);
  int numbers[] = {5, 4, 13, 2, 9};
  switch (setjmp(outer)) {
    case 0:
      qsort(numbers, 5, sizeof numbers[0], compare);
      puts("never");
      break;
    case 2:
      printf("at two ");
      break;
    default:
      printf("elsewhere ");
  }
  sigjmp_buf first, second;
  volatile int round = 0;
  if (sigsetjmp(first, 1) == 0) round = 1;
  memcpy(second, first, sizeof first);
  if (++round < 5) siglongjmp(second, 0);
  printf("%d %d\n", round, interpret("++*.-+.*"));
  uint64_t a = 0x0123456789abcdef, b = 0xfedcba9876543210;
  for (int k = 0; k < 40; k++) {
    a = a * 6364136223846793005u + 1442695040888963407u;
    b = (b ^ a >> 29) * 0x9e3779b97f4a7c15u;
    printf("%016lx%c", (unsigned long)mixed(k % 5 == 0 ? ~0ul : a, k % 7 == 0 ? ~0ul >> k : b, (unsigned char)k), k % 4 == 3 ? '\n' : ' ');
  }
  return 0;
}
