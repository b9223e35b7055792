struct point { int x, y; };
static void shift(struct point *p, unsigned dx, unsigned dy) {
  p->x = (int)((unsigned)p->x + dx);
  p->y = (int)((unsigned)p->y + dy);
}
void f(struct point *p, unsigned dx, unsigned dy) {
  if (p) shift(p, dy, dx);
}
