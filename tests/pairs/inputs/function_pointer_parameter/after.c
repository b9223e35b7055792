int half(int x) { return x / 2; }
int none(int x) { return x & 0; }
int f(int (*change)(int), int x) {
  int result = x;
  if (change) {
    if (x >= 0) {
      result ^= change(x);
    } else {
      result = -1;
    }
  }
  return result;
}
