// Short strings have a short header, long ones a longer one; the byte just in front of the string tells which. They are freed by the start of it.
#include <stdlib.h>

unsigned length_of(const char *t) {
  const unsigned char *bytes = (const unsigned char *)t;
  if (bytes[-1] == 0) return bytes[-2];
  return bytes[-2] | bytes[-3] << 8;
}

unsigned take(char *t) {
  unsigned length = length_of(t);
  free(t[-1] == 0 ? t - 2 : t - 3);
  return length;
}
