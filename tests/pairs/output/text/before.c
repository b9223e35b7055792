#include <stdio.h>
void f(int x) { printf("x is %d\n", x); if (x == 9) puts("nine"); }
