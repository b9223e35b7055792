int f(int a, int b) {
  int x = a + 1, y = b + 1;
  switch (a) {
    case 1: return x;
    case 2: return y;
  }
  return x - y;
}
