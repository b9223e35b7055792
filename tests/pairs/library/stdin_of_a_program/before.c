#include <stdio.h>

int main(void) {
  getchar();
  return 3;
}
