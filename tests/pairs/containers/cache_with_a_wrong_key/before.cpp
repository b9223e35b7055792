#include <map>

int twice(int a, int b) {
  return (a * a + 1) + (b * b + 1);
}
