int least(int a, int b) {
  int m;
  m = a; if (b == 0) __builtin_trap();
  if (b < a) m = b;
  return m;
}
