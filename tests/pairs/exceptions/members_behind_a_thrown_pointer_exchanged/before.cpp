struct Size {
  int width, height;
};
int area(int w, int h) {
  if (w < 0) throw new Size{w, h};
  return w;
}
