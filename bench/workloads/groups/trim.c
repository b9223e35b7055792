/* Cuts white space at the end of a line. AFTER cuts one character only. */
#include <ctype.h>
#include <string.h>
int trim(char *line) {
  int n = 0;
  while (line[n]) n++;
#ifdef AFTER
  if (n > 0 && isspace((unsigned char)line[n - 1])) n--;
#else
  while (n > 0 && isspace((unsigned char)line[n - 1])) n--;
#endif
  line[n] = 0;
  return n;
}
