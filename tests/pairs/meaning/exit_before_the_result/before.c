#include <stdlib.h>
signed char next(int stop, int at) {
  if (stop) exit(0);
  return (signed char)(at + 1);
}
