int next(void) {
  static int number = 1;
  return number++;
}
