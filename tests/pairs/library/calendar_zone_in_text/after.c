#include <time.h>
int is_east(void) {
  const time_t t = 0;
  return localtime(&t)->tm_gmtoff >= 0;
}
