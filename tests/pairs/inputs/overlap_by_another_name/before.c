// The two types are one.
struct point { int x, y; };
typedef struct point place;
int move(struct point *from, place *to) {
  if (!from || !to) return 0;
  from->x = 1;
  to->x = 2;
  return from->x;
}
