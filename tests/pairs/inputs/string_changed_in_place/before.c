#include <stddef.h>
size_t f(char *text) {
  size_t changed = 0;
  for (size_t i = 0; text[i] != '\0'; i++) {
    if (text[i] >= 'a' && text[i] <= 'z') {
      text[i] = (char)(text[i] - 'a' + 'A');
      changed++;
    }
  }
  return changed;
}
