#include <string.h>
char b[10];
int f(char* p, int k) {
  char l[7];
  return __builtin_object_size(b, 0) + __builtin_object_size(l, 0) + (__builtin_object_size(p, 0) == (unsigned long)-1) +
         __builtin_dynamic_object_size(l, 0);
}
