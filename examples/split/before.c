#include <ctype.h>
#include <stddef.h>

struct pair { char key[8]; char value[8]; };

/* Splits "key=value"; 0 when there is no '='. */
int split(const char *line, struct pair *out) {
  size_t n = 0, m = 0;
  while (isspace((unsigned char)*line)) line++;
  while (*line && *line != '=') {
    if (n < sizeof out->key - 1) out->key[n++] = *line;
    line++;
  }
  if (*line != '=') return 0;
  out->key[n] = 0;
  line++;
  while (*line) {
    if (m < sizeof out->value - 1) out->value[m++] = *line;
    line++;
  }
  out->value[m] = 0;
  return 1;
}
