int offset, dirty;

int place(int x) {
  dirty = 0;
  return x + offset;
}
