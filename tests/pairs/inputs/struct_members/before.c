struct point { int x, y; };
void f(struct point *p, unsigned dx, unsigned dy) {
  if (!p) return;
  p->x = (int)((unsigned)p->x + dx);
  p->y = (int)((unsigned)p->y + dy);
}
