// What the VM does itself with memory: copies that overlap, fills, the heap at its ends.
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void overlapping(void) {
  for (int to = 0; to < 6; to++)
    for (int from = 0; from < 6; from++)
      for (size_t n = 0; n < 6; n++) {
        char bytes[13] = "abcdefghijkl";
        printf("%d", memmove(bytes + to, bytes + from, n) == bytes + to);
        printf("%s ", bytes);
      }
  for (int fill = -3; fill < 600; fill += 51) {
    unsigned char bytes[5] = {1, 2, 3, 4, 5};
    memset(bytes + 1, fill, 3);
    printf("%d %d %d %d\n", bytes[0], bytes[1], bytes[3], bytes[4]);
    memset(bytes, fill, 0);
    bzero(bytes + 2, 2);
    explicit_bzero(bytes, 1);
    printf("%d %d %d %d\n", bytes[0], bytes[1], bytes[3], bytes[4]);
  }
}

static void heap(void) {
  errno = 0;
  char* empty = malloc(0);
  printf("%d %d\n", empty != 0, errno);
  free(empty);
  char* block = calloc(3, 2);
  printf("%d%d%d\n", block[0], block[3], block[5]);
  strcpy(block, "abcde");
  block = realloc(block, 20);
  printf("%s\n", block);
  block = realloc(block, 3);
  printf("%.3s\n", block);
  free(block);
  block = realloc(0, 4);
  printf("%d\n", block != 0);
  free(block);
  free(0);
  printf("%d\n", realloc(malloc(3), 0) == 0);
  block = calloc(0, 5);
  printf("%d\n", block != 0);
  free(block);
  block = aligned_alloc(32, 64);
  printf("%d\n", (int)((uintptr_t)block % 32));
  free(block);
  void* aligned = 0;
  printf("%d %d %d\n", posix_memalign(&aligned, 3, 8), posix_memalign(&aligned, 4, 8), aligned == 0);
  printf("%d", posix_memalign(&aligned, 64, 8));
  printf("%d\n", aligned != 0);
  free(aligned);
}

int main(void) {
  overlapping();
  heap();
  return 0;
}
