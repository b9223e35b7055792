struct size {
  int width;
  int h;
};
int grow(struct size *size, int by) {
  size->width += by;
  return size->width << 1;
}
