struct Size {
  int height, width;
};
int area(int w, int h) {
  if (w < 0) throw new Size{w, h};
  return w;
}
