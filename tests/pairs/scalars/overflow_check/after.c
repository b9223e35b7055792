int f(int a, int b) {
  int sum;
  return __builtin_add_overflow(a, b, &sum);
}
