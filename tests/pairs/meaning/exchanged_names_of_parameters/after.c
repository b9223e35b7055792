int minus(int b, int a) {
  return b - a;
}
