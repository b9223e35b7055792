// Only before looks at `pending`; after leaves it as it was.
int pending;
int poll(int x) {
  if (pending) pending = 0;
  return x;
}
