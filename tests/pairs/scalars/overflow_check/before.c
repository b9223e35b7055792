int f(int a, int b) {
  int sum = a + b;
  return ((a ^ sum) & (b ^ sum)) < 0;
}
