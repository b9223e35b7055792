/* Does a point lie in a box? AFTER: the right and the upper edge, too. */
struct box { int left, right, low, high; };
int inside(const struct box *b, int x, int y) {
  if (x < b->left || y < b->low) return 0;
#ifdef AFTER
  return x <= b->right && y <= b->high;
#else
  return x < b->right && y < b->high;
#endif
}
