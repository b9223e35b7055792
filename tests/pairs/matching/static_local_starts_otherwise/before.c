int next(void) {
  static int last;
  return last++;
}
