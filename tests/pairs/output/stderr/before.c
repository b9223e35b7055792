#include <stdio.h>
int f(int x) { if (x < 0) fprintf(stderr, "negative\n"); return 0; }
