#include <errno.h>
int problem(int far) { return errno = 0; }
