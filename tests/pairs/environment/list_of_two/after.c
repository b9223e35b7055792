#include <stdlib.h>
struct n { int v; struct n *next; };
void take(struct n *s);
int g(int a) { struct n t = {a + 1, 0}; struct n h = {1, &t}; take(&h); return 0; }
