#include <string.h>

int f(char *s) { return s[0] != 0 && strtok(s, " ") != NULL; }
