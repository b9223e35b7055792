#include <stdio.h>
int f(int x) {
  try {
    try {
      if (x > 0) throw x;
    } catch (int e) {
      puts("inner");
      if (e > 10) throw;
      return 1;
    }
  } catch (int e) {
    return e;
  }
  return 0;
}
