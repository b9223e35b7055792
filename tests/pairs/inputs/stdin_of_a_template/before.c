#include <stdio.h>
int main(void) { return getchar() == 97; }
