#include <unistd.h>
int level(int channel);
int go(int fd, int a) {
  char buf[4];
  ssize_t n = read(fd, buf, sizeof buf);
  if (n < 0) return -1;
  if (level(a) > 3) return buf[0];
  return (int)n * 2;
}
