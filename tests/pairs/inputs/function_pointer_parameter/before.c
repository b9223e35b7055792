int half(int x) { return x / 2; }
int none(int x) { return x & 0; }
int f(int (*change)(int), int x) {
  if (!change) return x;
  if (x < 0) return -1;
  return change(x) ^ x;
}
