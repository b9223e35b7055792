int f(unsigned char i, unsigned char j) {
  int cells[4] = {0, 0, 0, 0};
  cells[i & 3] = 5;
  return cells[j & 3];
}
