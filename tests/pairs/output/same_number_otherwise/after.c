#include <stdio.h>
void f(int x) { printf("%d", 2 * x); putchar('\n'); fputs("a", stdout); }
