int f(unsigned char n, int i) {
  int carried = i + 1;
  int out = 0;
  for (int k = 0; k < (n & 3); k++) {
    out = carried;
    carried = 0;
  }
  return out;
}
