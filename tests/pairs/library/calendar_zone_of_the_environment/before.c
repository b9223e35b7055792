#include <stdlib.h>
#include <time.h>
int hours(void) {
  const time_t t = 0;
  return (int)(localtime(&t)->tm_gmtoff / 3600);
}
