struct size {
  int w;
  int h;
};
int grow(struct size *size, int by) {
  size->w += by;
  return size->w * 2;
}
