// What the pointer leads to is four numbers here, and bytes in the other version: they cannot be held against each other.
int both(const int *p) {
  if (!p) return 0;
  return p[0] + p[1];
}
